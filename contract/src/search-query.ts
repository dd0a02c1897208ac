import { fold, wordsOf, type Word } from './words.ts';

/** What is typed into a search, in characters. */
export const LONGEST_SEARCH = 500;

/** One word looked for; any of its forms will do. */
export interface SearchTerm {
  forms: string[];
  /** It may go on: the last word, which somebody may still be typing. */
  isPrefix: boolean;
}

/** What was typed into a search, taken apart. All of it must hold. */
export interface SearchQuery {
  words: SearchTerm[];
  /** Words that stand one after the other. */
  phrases: SearchTerm[][];
  /** Folded, without `#`. */
  hashtags: string[];
  /** Usernames, lower case; a post has one author, so any of them will do. */
  from: string[];
}

/** More than that nobody types; what is pasted is looked for by its beginning. */
const MOST_TERMS = 16;
/** A single letter goes on as half of all words do. */
const PREFIX_FROM = 3;
/** Of Chinese, Japanese and Korean, one character already says something. */
const DENSE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const PARTS =
  /"(?<phrase>[^"]*)(?:"|$)|(?<![\p{L}\p{N}])from:@?(?<from>[\p{L}\p{N}_]+)|(?<![\p{L}\p{N}_])[#＃](?<hashtag>[\p{L}\p{M}\p{N}_]+)/giu;

/** Words, "phrases in quotes", #tags and from:username; everything else in it means nothing. */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], hashtags: [], from: [] };
  const straight = text.replace(/[“”„«»]/g, '"').trimEnd();
  const rest = straight.replace(PARTS, (_, ...found: unknown[]) => {
    const { phrase, from, hashtag } = found.at(-1) as Record<string, string | undefined>;
    if (from !== undefined) query.from.push(from.toLowerCase());
    else if (hashtag !== undefined) addTag(query, hashtag);
    else addPhrase(query, wordsOf(phrase ?? ''));
    return ' ';
  });
  const words = wordsOf(rest).slice(0, MOST_TERMS);
  // Only what stands at the very end may be half a word.
  const isOpen = /\S$/.test(rest);
  query.words = words.map(({ forms }, index) => ({
    forms,
    isPrefix: isOpen && index === words.length - 1 && maySayMore(forms[0] ?? ''),
  }));
  return query;
}

/** True for what finds nothing because nothing is looked for. */
export function isEmptySearch({ words, phrases, hashtags, from }: SearchQuery): boolean {
  return words.length + phrases.length + hashtags.length + from.length === 0;
}

function maySayMore(word: string): boolean {
  return DENSE.test(word) || [...word].length >= PREFIX_FROM;
}

function addTag(query: SearchQuery, typed: string): void {
  const tag = fold(typed);
  if (tag !== '' && query.hashtags.length < MOST_TERMS) query.hashtags.push(tag);
}

function addPhrase(query: SearchQuery, words: Word[]): void {
  const terms = words.slice(0, MOST_TERMS).map(({ forms }) => ({ forms, isPrefix: false }));
  if (terms.length > 0 && query.phrases.length < MOST_TERMS) query.phrases.push(terms);
}

export interface Range {
  start: number;
  end: number;
}

/** Where a text has what was looked for, in code units, from its beginning on and never overlapping. */
export function findMarks(text: string, { words: terms, phrases }: SearchQuery): Range[] {
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
