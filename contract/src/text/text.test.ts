import { expect, test } from 'vitest';
import {
  countGraphemes,
  excerptOf,
  fitsGraphemes,
  lengthOf,
  nameText,
  text,
  trimText,
} from './text.ts';

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

test('a length counts graphemes and bounds their bytes', () => {
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

test('a text is storable in PostgreSQL and has a maximum length', () => {
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

test('a name does not reverse the direction of its line', () => {
  expect(nameText(50).parse('In\u202e\u00e9s\u2066')).toBe('In\u00e9s');
});

test.each([
  '',
  ' \n\t\u00a0\u3000',
  '\u200b\u200b',
  '\u2060',
  '\u3164',
  '\u2800\u2800',
  '\u0301',
  '\u115f\uffa0',
  '\u00ad\ufeff\u200d\ufe0f',
  '\u{e0041}\u{e0042}\u{e007f}',
  '\u202e\u2066',
  '\u{1d159}',
  '\ufffe',
])('%j shows nothing', (value) => {
  expect(trimText(value)).toBe('');
  expect(text(50).parse(value)).toBe('');
});

test.each([
  [' \u200b Hello \u2060\u3164\n', 'Hello'],
  ['a\u200bb', 'a\u200bb'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['ه\u200d', 'ه\u200d'],
  ['e\u0301', 'e\u0301'],
  ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
])('%j is trimmed to %j', (value, trimmed) => {
  expect(trimText(value)).toBe(trimmed);
});

test('a name has one line', () => {
  expect(nameText(50).parse(' Ann Lee\n')).toBe('Ann Lee');
  for (const name of ['Ann\nLee', 'Ann\rLee', 'Ann\u2028Lee', 'Ann\u0085Lee'])
    expect(nameText(50).safeParse(name).success).toBe(false);
});

test.each([
  ['short', 'short'],
  ['a longer text', 'a long…'],
  // A flag is one character of four code units.
  ['flags 🇩🇪🇮🇳', 'flags …'],
  ['flag 🇩🇪', 'flag …'],
])('the excerpt of %j cuts no character', (value, excerpt) => {
  expect(excerptOf(value, 7)).toBe(excerpt);
});
