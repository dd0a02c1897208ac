import { expect, test } from 'vitest';
import { countGraphemes, fitsGraphemes, lengthOf, text, nameText } from './text.ts';

test.each([
  ['', 0],
  ['plain text\nover lines', 21],
  ['a\r\nb', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['👩‍👩‍👧‍👦', 1],
  ['🇫🇷🇩🇪', 2],
  ['👍🏽', 1],
  ['नमस्ते', 3],
  ['한국어', 3],
  ['z̸͖̑a̵l̶g̷o̴', 5],
])('%j has %i', (value, count) => {
  expect(countGraphemes(value)).toBe(count);
});

test('a length is counted in graphemes, with an end to their bytes', () => {
  expect(fitsGraphemes('x'.repeat(500), 500)).toBe(true);
  expect(fitsGraphemes('x'.repeat(501), 500)).toBe(false);
  expect(fitsGraphemes('é'.repeat(500), 500)).toBe(true);
  // 25 bytes each: within ten bytes for each allowed grapheme, 200 of them are the most.
  expect(fitsGraphemes('👩‍👩‍👧‍👦'.repeat(200), 500)).toBe(true);
  expect(fitsGraphemes('👩‍👩‍👧‍👦'.repeat(201), 500)).toBe(false);
  expect(fitsGraphemes(`a${'\u0301'.repeat(2_499)}`, 500)).toBe(true);
  expect(fitsGraphemes(`a${'\u0301'.repeat(2_500)}`, 500)).toBe(false);
});

test.each([
  ['', 0],
  ['plain', 5],
  ['é', 1],
  ['👩‍👩‍👧‍👦', 3],
  ['👩‍👩‍👧‍👦'.repeat(200), 500],
  [`a${'\u0301'.repeat(50)}`, 11],
])('%j is as long as %i', (value, length) => {
  expect(lengthOf(value)).toBe(length);
  expect(fitsGraphemes(value, length)).toBe(true);
  expect(fitsGraphemes(value, length - 1)).toBe(false);
});

test('a text is what PostgreSQL can store, up to its maximum', () => {
  const schema = text(5);
  for (const good of ['', 'abcde', '👩‍👩‍👧‍👦', '\n\t', '\u{10ffff}'])
    expect(schema.safeParse(good).success).toBe(true);
  for (const bad of [
    'abcdef',
    'a\0b',
    '\ud800',
    'x\udc00',
    'x'.repeat(1_000_000),
    5,
    null,
    ['a'],
  ]) {
    expect(schema.safeParse(bad).success).toBe(false);
  }
});

test('counting does not slow down with length', () => {
  const started = performance.now();
  expect(fitsGraphemes('👩‍👩‍👧‍👦'.repeat(100_000), 5_000)).toBe(false);
  expect(text(5_000).safeParse('e\u0301'.repeat(1_000_000)).success).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('a name turns nobody’s line around', () => {
  expect(nameText(50).parse('In\u202e\u00e9s\u2066')).toBe('In\u00e9s');
});
