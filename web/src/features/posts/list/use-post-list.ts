import { MAX_LIMIT } from '@roost/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { PAGE_SIZE } from '../../../lib/page-size.ts';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { firstPageFor, type ListPosition } from './post-list-position.ts';
import type { PostListQuery } from '../post-lists.ts';

/** A reload sends at most this many requests to restore the position. */
const MAX_RESTORE_REQUESTS = 10;

/**
 * The rows of a list, and the functions that load more. It fetches all rows down to `position` before it shows any.
 * With `isWholeWanted` it loads to the end by itself.
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
    data!.pages.length < MAX_RESTORE_REQUESTS &&
    !rows.some((row) => row._id === position.anchor);
  const isGoingOn =
    isGettingBack || (isWholeWanted && rows !== undefined && hasNextPage && !isFetchNextPageError);
  useEffect(() => {
    if (isGoingOn && !isFetching) void fetchNextPage();
  }, [isGoingOn, isFetching, fetchNextPage]);
  return { ...list, rows: isGettingBack ? undefined : rows };
}
