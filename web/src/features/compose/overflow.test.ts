import { lengthOf, trimText } from '@roost/contract/text/text';
import { expect, test } from 'vitest';
import { overflowOf } from './overflow.ts';

test.each([
  ['abc', 3],
  ['  abc \n', 3],
  ['', 3],
])('%j fits in %i characters', (text, limit) => {
  expect(overflowOf(text, limit)).toBeUndefined();
});

test.each([
  ['abcde', 3, 'de', 2],
  [' abcde  ', 3, 'de', 2],
  ['a\nbc', 3, 'c', 1],
  ['a👨‍👩‍👧‍👦bc👩🏽', 3, 'c👩🏽', 2],
  ['שלוםרב', 4, 'רב', 2],
  ['नमस्ते', 2, 'स्ते', 1],
])('of %j, the part beyond %i characters is found', (text, limit, beyond, count) => {
  const found = overflowOf(text, limit)!;
  expect(text.slice(found.start, found.end)).toBe(beyond);
  expect(found.count).toBe(count);
});

test('without the part, every text fits, also one with very many combining marks', () => {
  for (const text of [`a${'\u0301'.repeat(40)}bcd`, 'abc'.repeat(9), '👨‍👩‍👧‍👦'.repeat(5)]) {
    const found = overflowOf(text, 3)!;
    const rest = text.slice(0, found.start) + text.slice(found.end);
    expect(lengthOf(trimText(rest))).toBeLessThanOrEqual(3);
  }
});
