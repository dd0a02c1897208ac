import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../lib/api/api.ts';
import { uniqueById } from '../../lib/cache/unique-by-id.ts';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { useViewerId } from '../auth/viewer.ts';
import { SHORTEST_NAME, searchPeopleQuery } from './search-people.query.ts';

export type PeopleSearch = ReturnType<typeof usePeopleSearch>;

const nobody: UserCard[] = [];

/**
 * Searches for other people after the typing has paused. Results of the previous query stay until the next arrive. `quiet` selects
 * the failures that show no toast.
 */
export function usePeopleSearch(query: string, quiet?: CallOptions['quiet']) {
  const viewerId = useViewerId();
  const debounced = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const isAsked = isLongEnough(query) && isLongEnough(debounced);
  const found = useInfiniteQuery({
    ...searchPeopleQuery(debounced, quiet),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const people = found.data
    ? uniqueById(found.data.pages.flatMap(({ users }) => users)).filter(
        ({ _id }) => _id !== viewerId,
      )
    : nobody;
  return {
    stage: !isLongEnough(query)
      ? ('too short' as const)
      : isAsked
        ? ('asked' as const)
        : ('typing' as const),
    found,
    people: isAsked ? people : nobody,
    /** No key may pick a result of the previous query. */
    isCurrent: isAsked && debounced === query && !found.isPlaceholderData,
  };
}

function isLongEnough(text: string): boolean {
  return [...text].length >= SHORTEST_NAME;
}
