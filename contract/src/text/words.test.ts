import { expect, test } from 'vitest';
import { findHighlights, isEmptySearch, parseSearch } from './search-query.ts';
import { fold, wordsOf } from './words.ts';

test.each([
  ['Café NAÏVE Straße', 'cafe naive strasse'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ['Ёлка и йод', 'елка и йод'],
  ['كِتَابٌ', 'كتاب'],
  ['أحمد إلى ٱلمدرسة', 'احمد الي المدرسه'],
  ['سلام ۱۲۳ ٤٥', 'سلام 123 45'],
  ['हिन्दी', 'हिन्दी'],
  ['क़लम', 'कलम'],
  ['हँस', 'हंस'],
  ['がぎ', 'がぎ'],
  ['한국어', '한국어'],
  ['İstanbul', 'istanbul'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded.normalize('NFC'));
});

test.each([
  ['Don’t split example.org, alice_smith!', ['dont', 'split', 'example', 'org', 'alice', 'smith']],
  ['東京都に住んでいます', ['東京', '都', 'に', '住', 'んで', 'い', 'ます']],
  ['我们在北京吃了烤鸭', ['我们', '在', '北京', '吃了', '烤鸭']],
  ['ฉันรักภาษาไทยมาก', ['ฉัน', 'รัก', 'ภาษา', 'ไทย', 'มาก']],
  ['मैं हिन्दी सीख रहा हूँ', ['मैं', 'हिन्दी', 'सीख', 'रहा', 'हूं']],
  ['हूँ', ['हूं']],
  ['!!! … —', []],
  ['👍🏽 ❤️', ['👍', '❤']],
])('%s has the words %j', (text, words) => {
  expect(wordsOf(text).map(({ forms }) => forms[0])).toEqual(words);
});

test('an Arabic word is found with and without its article', () => {
  expect(wordsOf('والكتاب')[0]?.forms).toEqual(['والكتاب', 'كتاب']);
  expect(wordsOf('الى')[0]?.forms).toEqual(['الي']);
});

test('a query is parsed into its parts', () => {
  const query = parseSearch('Frosty "first light" #Röst from:@Alice morn');
  expect(query).toEqual({
    words: [
      { forms: ['frosty'], isPrefix: false },
      { forms: ['morn'], isPrefix: true },
    ],
    phrases: [
      [
        { forms: ['first'], isPrefix: false },
        { forms: ['light'], isPrefix: false },
      ],
    ],
    hashtags: ['rost'],
    from: ['alice'],
  });
  expect(parseSearch('morn from:alice').words).toEqual([{ forms: ['morn'], isPrefix: false }]);
  expect(parseSearch('an').words).toEqual([{ forms: ['an'], isPrefix: false }]);
  expect(parseSearch('東').words).toEqual([{ forms: ['東'], isPrefix: true }]);
  expect(parseSearch('“never closed').phrases).toHaveLength(1);
});

test.each(['', ' ', '%', "'", '"', '""', ':*', '!()&|<->', '\u202e', '\ud800', '\0', '#', '"  "'])(
  'in %j nothing is looked for',
  (text) => {
    expect(isEmptySearch(parseSearch(text))).toBe(true);
  },
);

test('a parsed query has at most 16 of each kind of word', () => {
  const query = parseSearch('word #tag from:ann "a b c" '.repeat(20));
  expect(query.words).toHaveLength(16);
  expect(query.hashtags).toHaveLength(16);
  expect(query.from).toHaveLength(16);
  expect(query.phrases.map((phrase) => phrase.length)).toEqual([3, 3, 3, 3, 3, 1]);
  expect(parseSearch(`"${'a '.repeat(2_000)}`).phrases[0]).toHaveLength(16);
});

test('highlights have the positions of the matches', () => {
  const marked = (text: string, query: string) =>
    findHighlights(text, parseSearch(query)).map(({ start, end }) => text.slice(start, end));
  expect(marked('A CAFÉ, and cafés in Caffa', 'cafe')).toEqual(['CAFÉ', 'cafés']);
  expect(marked('first of all, first light', '"first light"')).toEqual(['first', 'light']);
  expect(marked('東京都に住んでいます', '東京')).toEqual(['東京']);
  expect(marked('قرأت الكتاب', 'كتاب')).toEqual(['الكتاب']);
  expect(marked('plain', '#tag from:bob')).toEqual([]);
});
