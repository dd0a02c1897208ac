import { foldTag, wordsOf, type Word } from './words.ts';

/** A word of a query. A text matches if it contains any of the forms. */
export interface SearchTerm {
  forms: string[];
  /** The word may be incomplete, because it is the last one and somebody may still type it. */
  isPrefix: boolean;
}

/** The parts of a query. A post must match all of them. */
export interface SearchQuery {
  words: SearchTerm[];
  /** Sequences of words. */
  phrases: SearchTerm[][];
  /** The folded hashtags, without `#`. */
  hashtags: string[];
  /** Usernames in lower case. A post must have one of these authors. */
  from: string[];
}

/**
 * A query has at most this many single words, words in all its phrases, hashtags and usernames each. The rest of a longer text
 * is ignored.
 */
const MAX_TERMS = 16;
/** Shorter beginnings would match too many words. */
const MIN_PREFIX_LENGTH = 3;
/** In Chinese, Japanese and Korean, one character is enough for a prefix. */
const DENSE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const PARTS =
  /"(?<phrase>[^"]*)(?:"|$)|(?<![\p{L}\p{N}])from:@?(?<from>[\p{L}\p{N}_]+)|(?<![\p{L}\p{N}_])[#＃](?<hashtag>[\p{L}\p{M}\p{N}_]+)/giu;

/** Parses words, "phrases in quotes", #tags and from:username. Ignores everything else. */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], hashtags: [], from: [] };
  const straight = text.replace(/[“”„«»]/g, '"').trimEnd();
  const rest = straight.replace(PARTS, (_, ...found: unknown[]) => {
    const { phrase, from, hashtag } = found.at(-1) as Record<string, string | undefined>;
    if (from !== undefined) addUsername(query, from);
    else if (hashtag !== undefined) addTag(query, hashtag);
    else addPhrase(query, wordsOf(phrase ?? ''));
    return ' ';
  });
  const words = wordsOf(rest).slice(0, MAX_TERMS);
  // Only the last word of the query can be incomplete.
  const isOpen = /\S$/.test(rest);
  query.words = words.map(({ forms }, index) => ({
    forms,
    isPrefix: isOpen && index === words.length - 1 && maySayMore(forms[0] ?? ''),
  }));
  return query;
}

/** Tells whether a query has no parts. */
export function isEmptySearch({ words, phrases, hashtags, from }: SearchQuery): boolean {
  return words.length + phrases.length + hashtags.length + from.length === 0;
}

function maySayMore(word: string): boolean {
  return DENSE.test(word) || [...word].length >= MIN_PREFIX_LENGTH;
}

function addTag(query: SearchQuery, typed: string): void {
  const tag = foldTag(typed);
  if (tag !== '' && query.hashtags.length < MAX_TERMS) query.hashtags.push(tag);
}

function addUsername(query: SearchQuery, typed: string): void {
  if (query.from.length < MAX_TERMS) query.from.push(typed.toLowerCase());
}

function addPhrase(query: SearchQuery, words: Word[]): void {
  const left = MAX_TERMS - query.phrases.flat().length;
  const terms = words.slice(0, left).map(({ forms }) => ({ forms, isPrefix: false }));
  if (terms.length > 0) query.phrases.push(terms);
}

export interface Range {
  start: number;
  end: number;
}

/** Finds the ranges of a text that match a query, in code units, in order and without overlaps. */
export function findHighlights(text: string, { words: terms, phrases }: SearchQuery): Range[] {
  if (terms.length + phrases.length === 0) return [];
  const words = wordsOf(text);
  const hit = words.map((word) => terms.some((term) => fits(word, term)));
  for (const phrase of phrases) {
    words.forEach((_, at) => {
      if (phrase.every((term, step) => fits(words[at + step], term)))
        hit.fill(true, at, at + phrase.length);
    });
  }
  return words.filter((_, index) => hit[index]).map(({ start, end }) => ({ start, end }));
}

function fits(word: Word | undefined, { forms, isPrefix }: SearchTerm): boolean {
  if (!word) return false;
  return word.forms.some((form) =>
    forms.some((wanted) => (isPrefix ? form.startsWith(wanted) : form === wanted)),
  );
}
