/** Words as search knows them: cut and folded the same way when a post is stored, looked for, and marked. */
export interface Word {
  /** All a text may be found by at this place: the word folded, and for Arabic also without its article. */
  forms: string[];
  /** Where it stands in the text, in code units. */
  start: number;
  end: number;
}

/** Dictionaries for Chinese, Japanese and Thai come with it, whatever the locale; a fixed one gives everybody the same words. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Longer ones are found by their beginning. */
const LONGEST = 50;

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
  return [...new Set([word, bare])].map((form) => [...form].slice(0, LONGEST).join(''));
}

/**
 * What may be written in several ways, written in one: without case, width, accents, and the marks Arabic and Hebrew
 * are mostly written without. Vowel signs of Indian scripts and й stay, which make other words.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => letters[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) - zeroOf(digit.charCodeAt(0))))
    .normalize('NFC');
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
