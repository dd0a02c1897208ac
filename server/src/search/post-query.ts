import type { SearchQuery, SearchTerm } from '@roost/contract/search-query';
import { authorLexeme, hashtagLexeme, lexeme } from '../indexing/post-words.ts';

/**
 * What was looked for as texts of tsqueries, all of which must match. `authors` are the ids of those after `from:`; null
 * when there was no such word.
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
