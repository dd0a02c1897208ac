import { suggestHashtags, suggestMentions } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { freshFor } from '../../../lib/constants.ts';
import type { Token } from './token.ts';

/** What a token may become. */
export interface Suggestion {
  key: string;
  text: string;
  person?: UserCard;
}

export function suggestionsQuery({ kind, query }: Pick<Token, 'kind' | 'query'>) {
  return queryOptions({
    queryKey: kind === '@' ? ['users', 'suggest', query] : ['hashtags', 'suggest', query],
    async queryFn({ signal }): Promise<Suggestion[]> {
      const input = { query: { query }, signal };
      if (kind === '#') {
        const { data } = await call(suggestHashtags, input, { quiet: true });
        return data.map(({ _id }) => ({ key: _id, text: `#${_id}` }));
      }
      const { data } = await call(suggestMentions, input, { quiet: true });
      return data.map((person) => ({ key: person._id, text: `@${person.username}`, person }));
    },
    staleTime: freshFor.list,
    // The list does not flicker with every key.
    placeholderData: keepPreviousData,
  });
}
