import type { SearchQuery, SearchTerm } from '@roost/contract/text/search-query';
import { authorLexeme, hashtagLexeme, lexeme } from '../posts/search-index/search-words.ts';

/**
 * Turns a query into tsquery texts, all of which must match. `authors` holds the ids of the people after `from:`, or null
 * if the query has no `from:`.
 */
export function postTermsOf(query: SearchQuery, authors: string[] | null): string[] {
  const words = query.words.map(termQuery);
  const phrases = query.phrases.map((phrase) => `(${phrase.map(termQuery).join(' <-> ')})`);
  const hashtags = query.hashtags.map(hashtagLexeme);
  const by = authors ? [`(${authors.map(authorLexeme).join(' | ')})`] : [];
  return [...words, ...phrases, ...hashtags, ...by];
}

function termQuery({ forms, isPrefix }: SearchTerm): string {
  return `(${forms.map((form) => lexeme(form) + (isPrefix ? ':*' : '')).join(' | ')})`;
}
