import { describe, expect, test } from 'vitest';
import { MutedWords, type MutedWord } from './muted-words.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const ALL = ['feed', 'notifications', 'search'] as const;

const wordOf = (text: string, more: Partial<MutedWord> = {}): MutedWord => ({
  text,
  wholeWord: false,
  until: null,
  where: [...ALL],
  ...more,
});

const finds = (text: string, content: string, wholeWord = false) =>
  new MutedWords([wordOf(text, { wholeWord })], NOW).find(content) === text;

describe('a part of a text', () => {
  test.each([
    ['spoiler', 'No SPOILERS here', true],
    ['Spoiler', 'ＳＰＯＩＬＥＲ!', true],
    ['ＳＰＯＩＬＥＲ', 'spoiler', true],
    ['STRASSE', 'eine Straße', true],
    ['ΟΔΟΣ', 'η οδός της', false],
    ['ΟΔΟΣ', 'οδος', true],
    ['οδος', 'ΟΔΟΣΑ', true],
    ['ｶﾀｶﾅ', 'カタカナ', true],
    ['resume', 'my résumé', false],
    ['two words', 'not two  words', false],
    ['two words', 'just Two Words', true],
    ['#tag', 'with a #TAG', true],
    ['🦀', 'a 🦀 walks', true],
    ['spoiler', 'nothing', false],
  ])('%s in %s: %s', (text, content, isFound) => {
    expect(finds(text, content)).toBe(isFound);
  });
});

describe('a whole word', () => {
  test.each([
    ['cat', 'a cat sat', true],
    ['cat', 'CAT', true],
    ['cat', 'concatenate', false],
    ['cat', 'cats', false],
    ['cat', 'a cat_fan', false],
    ['cat', 'cat2', false],
    ['cat', '#cat, @cat', true],
    ['cat', '(cat)', true],
    ['cat', 'catalogue and a cat', true],
    ['cat', 'cat\u0301', false],
    ['c++', 'I like c++11', true],
    ['ел', 'село и ел', true],
    ['ел', 'село', false],
    // These scripts write no spaces, so a word has no ends.
    ['猫', '我爱猫咪', true],
    ['ねこ', 'このねこは', true],
    ['แมว', 'ฉันรักแมวมาก', true],
    ['𝒳', 'a𝒳b', false],
  ])('%s in %s: %s', (text, content, isFound) => {
    expect(finds(text, content, true)).toBe(isFound);
  });
});

test('words that are over, and words for other places, do not count', () => {
  const words = [
    wordOf('over', { until: '2025-12-31T23:59:59.000Z' }),
    wordOf('running', { until: '2026-01-01T00:00:01.000Z' }),
    wordOf('searched', { where: ['search'] }),
  ];
  const inFeed = new MutedWords(words, NOW, 'feed');
  expect(inFeed.find('over')).toBeNull();
  expect(inFeed.find('running')).toBe('running');
  expect(inFeed.find('searched')).toBeNull();
  expect(new MutedWords(words, NOW, 'search').find('Searched')).toBe('searched');
  expect(new MutedWords(words, NOW).find('searched')).toBe('searched');
  expect(new MutedWords(words, NOW, 'notifications').isEmpty).toBe(false);
  expect(new MutedWords([], NOW).isEmpty).toBe(true);
  expect(new MutedWords([wordOf('')], NOW).find('anything')).toBeNull();
});

test('a long hostile text takes a short time', () => {
  const words = Array.from({ length: 200 }, (_, n) =>
    wordOf(`${'a'.repeat(90)}${n}`, { wholeWord: true }),
  );
  const started = performance.now();
  expect(new MutedWords(words, NOW).find('a'.repeat(5_000))).toBeNull();
  expect(
    new MutedWords([wordOf('a', { wholeWord: true })], NOW).find('ab'.repeat(25_000)),
  ).toBeNull();
  expect(performance.now() - started).toBeLessThan(2_000);
});
