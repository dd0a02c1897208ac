import { suggestHashtags, suggestMentions } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { freshFor } from '../../../lib/constants.ts';
import { userKeys } from '../../users/user-keys.ts';
import type { Token } from './token.ts';

/** What a token may become. */
export interface Suggestion {
  key: string;
  text: string;
  person?: UserCard;
}

type Row = UserCard | { _id: string };

/** The cache holds rows as they came: people in a list like any other, that a blocked one is taken out of. */
export function suggestionsQuery({ kind, query }: Pick<Token, 'kind' | 'query'>) {
  return queryOptions({
    queryKey: kind === '@' ? userKeys.mentions(query) : (['hashtags', 'suggest', query] as const),
    async queryFn({ signal }): Promise<Row[]> {
      const endpoint = kind === '@' ? suggestMentions : suggestHashtags;
      return (await call(endpoint, { query: { query }, signal }, { quiet: true })).data;
    },
    select: suggestionsOf,
    staleTime: freshFor.list,
    // The list does not flicker with every key.
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
