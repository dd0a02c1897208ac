import type { UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** A page of people. */
export interface PeoplePage {
  users: UserCard[];
  nextCursor: string | null;
  /** On the last page: the number of people who are hidden from the viewer. */
  notShown: number;
}

/** The parameters of a request for one page. */
interface PageRequest {
  query: { limit: number; cursor?: string };
  signal: AbortSignal;
}

/** Rows of people are low, so twenty of them fill a screen. */
const PAGE_SIZE = 20;

/** A list of people that loads page by page. `read` asks for one page. */
export function peoplePages<Page extends PeoplePage>(
  queryKey: readonly unknown[],
  read: (request: PageRequest) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      read({ query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
    // Each opening refetches. While it is open, rows do not move under the pointer.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** A page as the list shows it. */
export function pageOf({
  users,
  pagination: { nextCursor, notShown },
}: {
  users: UserCard[];
  pagination: Omit<PeoplePage, 'users'>;
}): PeoplePage {
  return { users, nextCursor, notShown };
}
