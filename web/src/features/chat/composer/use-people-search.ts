import type { UserCard } from '@roost/contract/users';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { SHORTEST_NAME, peopleQuery } from '../../users/search-people.query.ts';
import { useViewerId } from '../../auth/viewer.ts';

export type PeopleSearch = ReturnType<typeof usePeopleSearch>;

const nobody: UserCard[] = [];

/** Searches for other people after the typing has paused. Results of the previous query stay until the next arrive. */
export function usePeopleSearch(query: string) {
  const viewerId = useViewerId();
  const debounced = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const isAsked = isLongEnough(query) && isLongEnough(debounced);
  const found = useInfiniteQuery({
    ...peopleQuery(debounced),
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
