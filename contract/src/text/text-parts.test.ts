import { expect, test } from 'vitest';
import { textParts } from './text-parts.ts';

const links = (text: string) =>
  textParts(text).flatMap((part) => (part.type === 'link' ? [part.href] : []));
const kinds = (text: string) =>
  textParts(text).flatMap((part) =>
    part.type === 'text' || part.type === 'link' ? [] : [`${part.type} ${part.text}`],
  );

test.each([
  ['see https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
  ['(http://example.org/wiki/Roost_(bird))', 'http://example.org/wiki/Roost_(bird)'],
  ['HTTPS://EXAMPLE.org, yes', 'https://example.org/'],
  ['on www.example.org/a, and', 'https://www.example.org/a'],
  ['اقرأ https://example.org/a، ثم عد', 'https://example.org/a'],
  ['هل رأيت https://example.org/a؟', 'https://example.org/a'],
  ['देखें https://example.org/a।', 'https://example.org/a'],
  ['見て https://example.org/鳥。', 'https://example.org/%E9%B3%A5%E3%80%82'],
])('%s is a link', (text, href) => {
  expect(links(text)).toEqual([href]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:https://example.org',
  'java\tscript:alert(1)',
  'data:text/html,https:x',
  'vbscript:msgbox',
  'javascript&colon;alert(1)',
  'https://bank.example@evil.example/',
  'https://bank.example:secret@evil.example',
  'https://@evil.example',
  'https:\\\\evil.example',
  'https://bank.example\\@evil.example',
  'https://',
  'www.',
  'www.bank.example@evil.example',
  'awww.example.org',
  'ftp://example.org',
  'foo@https://example.org',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([]);
});

test('the joined parts equal the text', () => {
  const text = 'مرحبًا @someone، اقرأ www.example.org/a#b، ثم #كتب.';
  const parts = textParts(text);
  expect(parts.map((part) => part.type)).toContain('link');
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

test('a link shows its real host', () => {
  expect(textParts('https://аpple.com/a')).toEqual([
    {
      type: 'link',
      text: 'https://аpple.com/a',
      href: 'https://xn--pple-43d.com/a',
      host: 'xn--pple-43d.com',
      rest: '/a',
    },
  ]);
  expect(textParts('https://example.org/%E2%80%AEgpj')[0]).toMatchObject({
    host: 'example.org',
    rest: '/%E2%80%AEgpj',
  });
  expect(textParts(`https://example.org/${'a'.repeat(90)}`)[0]).toMatchObject({
    host: 'example.org',
    rest: `/${'a'.repeat(26)}…`,
  });
});

test('mentions and hashtags begin only at the start of a word', () => {
  expect(
    kinds(
      '@alice hi #Überraschung (#2nd) me@example.org a#b #2024 @al https://x.org/#frag/@bob #café!',
    ),
  ).toEqual(['mention @alice', 'hashtag #Überraschung', 'hashtag #2nd', 'hashtag #café']);
});

test('the joined parts equal the text', () => {
  const text = 'a @bob,\n#tag — end';
  expect(
    textParts(text)
      .map((part) => ('text' in part ? part.text : ''))
      .join(''),
  ).toBe(text);
});

test('a URL of up to 2,048 characters is a link', () => {
  const linksOf = (value: string) => textParts(value).filter(({ type }) => type === 'link').length;
  const address = (length: number) => `https://example.org/${'a'.repeat(length - 20)}`;
  expect(linksOf(address(2_048))).toBe(1);
  expect(linksOf(`(${address(2_048)}).`)).toBe(1);
  expect(linksOf(address(2_049))).toBe(0);
  expect(linksOf(`https://${'東'.repeat(254)}/`)).toBe(0);
});
