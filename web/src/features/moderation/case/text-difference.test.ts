import { expect, test } from 'vitest';
import { compareTexts, type TextPart } from './text-difference.ts';

/** Marks own parts by brackets. */
const marked = (parts: TextPart[]) =>
  parts.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('');

test.each([
  ['the same text', 'the same text', 'the same text', 'the same text'],
  ['buy it now', 'see it now', '[buy] it now', '[see] it now'],
  ['a b c d e', 'a x c y e', 'a [b] c [d] e', 'a [x] c [y] e'],
  ['all of it', '', '[all of it]', ''],
  ['', 'new', '', '[new]'],
  ['one two', 'one two three', 'one two', 'one two[ three]'],
  ['same same', 'same', 'same[ same]', 'same'],
])('%j and %j', (before, after, left, right) => {
  expect(compareTexts(before, after).map(marked)).toEqual([left, right]);
});

test('very long changes are one part each, and what is equal around them is not', () => {
  const long = (word: string) => Array.from({ length: 700 }, (_, n) => `${word}${n}`).join(' ');
  const [before, after] = compareTexts(`start ${long('a')} end`, `start ${long('b')} end`);
  expect(before.map(({ isOwn }) => isOwn)).toEqual([false, true, false]);
  expect(after.at(-1)).toEqual({ text: ' end', isOwn: false });
});
