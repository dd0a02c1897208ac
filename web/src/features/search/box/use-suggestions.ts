import { suggestHashtags, type Hashtag } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { SUGGEST_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { searchPeopleQuery } from '../../users/search-people.query.ts';
import { asksForName } from '../asks-for-name.ts';
import { matchingPeople, matchingTags } from './matching.ts';
import { quietTrendingQuery } from '../trending.query.ts';

const MAX_PEOPLE = 4;
const MAX_TAGS = 3;

export interface Suggestions {
  people: UserCard[];
  tags: Hashtag[];
}

/**
 * People and hashtags for the typed text. A name requests people, with the same query as the later search, and suggests
 * trending hashtags. `#` requests hashtags. So only one request runs at a time. A failure shows nothing.
 */
export function useSuggestions(text: string, isWanted: boolean): Suggestions {
  const asked = useDebouncedValue(text, SUGGEST_DEBOUNCE_MS);
  const tagStart = /^[#＃](?<start>[\p{L}\p{M}\p{N}_]+)$/u.exec(asked)?.groups?.['start'];
  const isName = asksForName(asked);
  const trending = useQuery({ ...quietTrendingQuery, enabled: isWanted });
  const isPeopleWanted = isWanted && isName;
  const people = useInfiniteQuery({
    // A disabled query would still continue its request while it is observed, so this observes an empty search instead.
    ...searchPeopleQuery(isPeopleWanted ? asked : '', true),
    enabled: isPeopleWanted,
    placeholderData: keepPreviousData,
  });
  const tags = useQuery({
    ...tagsQuery(tagStart ?? ''),
    enabled: isWanted && tagStart !== undefined,
    placeholderData: keepPreviousData,
  });

  // The server also returns similar names, so this filters them. It also filters an answer for an earlier text.
  const found = isPeopleWanted && asksForName(text) ? (people.data?.pages[0]?.users ?? []) : [];
  const isCurrent = asked === text && !people.isPlaceholderData;
  const known = tagStart === undefined ? trending.data : tags.data;
  return {
    people: (isCurrent ? found : matchingPeople(found, text)).slice(0, MAX_PEOPLE),
    tags: text.startsWith('@') ? [] : matchingTags(known ?? [], text).slice(0, MAX_TAGS),
  };
}

function tagsQuery(start: string) {
  return queryOptions({
    queryKey: ['hashtags', 'suggest', start],
    queryFn: async ({ signal }) =>
      (await call(suggestHashtags, { query: { query: start }, signal }, { quiet: true })).data,
    staleTime: freshFor.list,
  });
}
