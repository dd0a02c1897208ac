import { suggestHashtags, suggestMentions } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { userKeys } from '../../users/user-keys.ts';
import type { Token } from './token.ts';

/** A text that can replace a token. */
export interface Suggestion {
  key: string;
  text: string;
  person?: UserCard;
}

type Row = UserCard | { _id: string };

/** The cache contains the people as an ordinary list, so a block also removes the person here. */
export function suggestionsQuery({ kind, query }: Pick<Token, 'kind' | 'query'>) {
  return queryOptions({
    queryKey: kind === '@' ? userKeys.mentions(query) : (['hashtags', 'suggest', query] as const),
    async queryFn({ signal }): Promise<Row[]> {
      const endpoint = kind === '@' ? suggestMentions : suggestHashtags;
      return (await call(endpoint, { query: { query }, signal }, { quiet: true })).data;
    },
    select: suggestionsOf,
    staleTime: freshFor.list,
    // Keeps the previous options, so that the list does not flicker at every key.
    placeholderData: keepPreviousData,
  });
}

function suggestionsOf(rows: Row[]): Suggestion[] {
  return rows.map((row) =>
    'username' in row
      ? { key: row._id, text: `@${row.username}`, person: row }
      : { key: row._id, text: `#${row._id}` },
  );
}
