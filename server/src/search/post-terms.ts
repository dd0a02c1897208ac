import type { SearchQuery, SearchTerm } from '@roost/contract/text/search-query';
import { authorWord, hashtagWord, lexeme } from '../posts/search-index/search-words.ts';

/** A range of words, both ends included. */
export interface WordRange {
  first: string;
  last: string;
}

/** The parts of a query, all of which a post must have. */
export interface PostTerms {
  /** The whole query as the text of a tsquery, with the order of phrases. */
  query: string;
  /**
   * One entry for each word of the query, also for each word of a phrase. A post must have a word from at least one range of each
   * entry.
   */
  words: WordRange[][];
}

/** `authors` holds the ids of the people after `from:`, or null if the query has no `from:`. */
export function postTermsOf(query: SearchQuery, authors: string[] | null): PostTerms {
  const exact = (word: string): SearchTerm => ({ forms: [word], isPrefix: false });
  const hashtags = query.hashtags.map((tag) => exact(hashtagWord(tag)));
  const by = authors ? [{ forms: authors.map(authorWord), isPrefix: false }] : [];
  const single = [...query.words, ...hashtags, ...by];
  const phrases = query.phrases.map((phrase) => `(${phrase.map(termQuery).join(' <-> ')})`);
  return {
    query: [...single.map(termQuery), ...phrases].join(' & '),
    words: [...single, ...query.phrases.flat()].map(rangesOf),
  };
}

function termQuery({ forms, isPrefix }: SearchTerm): string {
  return `(${forms.map((form) => lexeme(form) + (isPrefix ? ':*' : '')).join(' | ')})`;
}

/** The column sorts by code points, so each word that begins with a form sorts before the form with this character. */
const LAST_CHARACTER = '\u{10ffff}';

function rangesOf({ forms, isPrefix }: SearchTerm): WordRange[] {
  return forms.map((form) => ({ first: form, last: isPrefix ? form + LAST_CHARACTER : form }));
}
