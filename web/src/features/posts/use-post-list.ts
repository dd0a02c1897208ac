import { MAX_LIMIT } from '@roost/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { PAGE_SIZE } from '../../lib/constants.ts';
import { uniqueById } from '../../lib/unique-by-id.ts';
import { firstPageFor, type ListPosition } from './post-list-position.ts';
import type { PostListQuery } from './post-lists.ts';

/** A reload fetches no more than this to get back to where it was. */
const MOST_REQUESTS = 10;

/**
 * A list's rows, and everything to load more of them; rows down to `position` are fetched before any is shown.
 * With `isWholeWanted` it loads on to its end by itself.
 */
export function usePostList(
  query: PostListQuery,
  position: ListPosition | undefined,
  isWholeWanted = false,
) {
  const list = useInfiniteQuery(
    query(
      firstPageFor(position, PAGE_SIZE, MAX_LIMIT),
      ...(isWholeWanted ? ([MAX_LIMIT] as const) : []),
    ),
  );
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = list;
  const rows = useMemo(() => data && uniqueById(data.pages.flatMap((page) => page.posts)), [data]);
  const isGettingBack =
    position?.anchor !== undefined &&
    rows !== undefined &&
    hasNextPage &&
    !isFetchNextPageError &&
    data!.pages.length < MOST_REQUESTS &&
    !rows.some((row) => row._id === position.anchor);
  const isGoingOn =
    isGettingBack || (isWholeWanted && rows !== undefined && hasNextPage && !isFetchNextPageError);
  useEffect(() => {
    if (isGoingOn && !isFetching) void fetchNextPage();
  }, [isGoingOn, isFetching, fetchNextPage]);
  return { ...list, rows: isGettingBack ? undefined : rows };
}
