/** A word of a text. Indexing, search and highlights split and fold texts in the same way. */
export interface Word {
  /** The folded forms of the word. An Arabic word also has a form without its article. */
  forms: string[];
  /** The position in the text, in code units. */
  start: number;
  end: number;
}

/** It has dictionaries for Chinese, Japanese and Thai in every locale. A fixed locale gives everybody the same words. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** In characters. A longer word is indexed by its beginning. */
const MAX_WORD_LENGTH = 50;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    // "example.org" and "alice_smith" are one segment, "don’t" is one word.
    const parts = isWordLike
      ? segment.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)
      : segment.matchAll(/\p{Extended_Pictographic}/gu);
    for (const part of parts) {
      const forms = formsOf(part[0]);
      const start = index + part.index;
      if (forms.length > 0) words.push({ forms, start, end: start + part[0].length });
    }
  }
  return words;
}

function formsOf(raw: string): string[] {
  const word = fold(raw.replace(/['’]/g, ''));
  if (word === '') return [];
  const bare = word.replace(/^[وفبك]?(?:ال|لل)(?=\p{L}{3})/u, '');
  return [...new Set([word, bare])].map((form) => [...form].slice(0, MAX_WORD_LENGTH).join(''));
}

/**
 * Folds the spellings of a word into one: without case, width, accents, and the points of Arabic and Hebrew. Keeps vowel
 * signs of Indian scripts and й, because they make different words.
 */
export function fold(text: string): string {
  const folded = normalized(text, 'NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => letters[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) - zeroOf(digit.charCodeAt(0))));
  return normalized(folded, 'NFC');
}

/**
 * `String.normalize` in linear time. `normalize` sorts a run of combining marks in quadratic time. So this cuts runs at 30 marks
 * first, as in Unicode's stream-safe text format. No word of any language has so many.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_RUNS, '$1').normalize(form);
}

/** The half-width voicing marks are letters which become combining marks. */
const LONG_RUNS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** In characters of the folded form. One letter can become eighteen. */
const MAX_TAG_LENGTH = 100;

/** The folded form of a hashtag, or '' if it is too long. */
export function foldTag(typed: string): string {
  const tag = fold(typed);
  return tag.length > MAX_TAG_LENGTH ? '' : tag;
}

const MARKS = new RegExp(
  [
    // Accents; a breve makes и another letter.
    String.raw`(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f]`,
    // Vowel points of Hebrew and Arabic, tatweel, nukta.
    String.raw`[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]|\u093c`,
    // Joiners, and what only changes how an emoji looks.
    String.raw`\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]`,
  ].join('|'),
  'gu',
);

const letters: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  '\u0901': '\u0902',
};
const LETTERS = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

function zeroOf(code: number): number {
  return zeros.findLast((zero) => zero <= code) ?? code;
}
