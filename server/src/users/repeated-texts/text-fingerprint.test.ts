import { describe, expect, test } from 'vitest';
import { countLinks, fingerprintOf } from './text-fingerprint.ts';

const offer = 'Earn 500 dollars a day from home, write to me now!';
const same = (one: string, other: string) => fingerprintOf(one)!.equals(fingerprintOf(other)!);

test.each([
  ['case, spaces and punctuation', '  EARN 500 dollars a day — from home?  Write to me now'],
  ['width and accents', 'Ｅarn 500 dollárs a day from home, write to me now!'],
  ['numbers', 'Earn 750 dollars a day from home, write to me now! 4817'],
  ['emoji', '🔥🔥 Earn 500 dollars a day 💰 from home, write to me now!'],
  ['mentions', '@ana_w Earn 500 dollars a day from home, write to me now!'],
  ['invisible letters', 'E\u200barn 500 dol\u200dlars a day from home, write to me now!'],
])('%s do not matter', (_, varied) => {
  expect(same(offer, varied)).toBe(true);
});

test('the query of a link does not matter, but its page does', () => {
  expect(same('win at https://shop.example/a?r=1', 'win at https://shop.example/a?r=2#x')).toBe(
    true,
  );
  expect(same('win at https://shop.example/a', 'win at https://shop.example/b')).toBe(false);
});

test('other words make another text', () => {
  expect(same(offer, 'Earn 500 euros a day from home, write to me now!')).toBe(false);
});

test.each([
  '',
  '👍',
  'thanks',
  'Good morning',
  'Happy birthday, @ana_w!',
  'Welcome to the group',
  'so true!!! 😂😂😂',
  '恭喜发财',
  '2026 2027 2028 2029 2030 2031 2032',
])('a short text has no fingerprint: %s', (text) => {
  expect(fingerprintOf(text)).toBeNull();
});

test.each(['祝大家新年快乐身体健康万事如意', 'https://shop.example/offer'])(
  'a text that says as much as a longer one has a fingerprint: %s',
  (text) => {
    expect(fingerprintOf(text)).not.toBeNull();
  },
);

describe('quotes', () => {
  const saying = 'The only thing we have to fear is fear itself';

  test.each([`“${saying}”`, `"${saying}"`, `«${saying}» !`, `> ${saying}\nso true`])(
    'a quote alone has no fingerprint: %s',
    (text) => {
      expect(fingerprintOf(text)).toBeNull();
    },
  );

  test.each([
    '"Earn dollars at https://shop.example/offer"',
    '> Earn dollars at https://shop.example/offer',
  ])('a link in a quote still counts: %s', (text) => {
    expect(fingerprintOf(text)).not.toBeNull();
  });
});

test('links are counted', () => {
  expect(countLinks('https://a.example and www.b.example, not c.example')).toBe(2);
});
