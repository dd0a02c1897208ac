import type { Post } from '@roost/contract/posts';
import { getFeed, type FeedTab } from '@roost/contract/feed';
import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';
import { PAGE_SIZE } from '../../lib/page-size.ts';
import type { PostPage } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
// This import makes cached posts follow the viewer's follows and blocks.
import './relation-changes.ts';

interface PageParam {
  cursor: string | null;
  limit: number;
}

interface PageRequest {
  query: { limit: number; cursor?: string; since?: string };
  signal: AbortSignal;
}
export type PageAnswer = {
  data: {
    posts: Post[];
    pinnedPost?: Post | null;
    pagination: { nextCursor: string | null };
    since?: string;
  };
};

export type PostListQuery = ReturnType<typeof listQuery>;

/**
 * Defines a list of posts, which loads pages by the server's cursor. After a reload, `firstPage` is larger to restore
 * many rows. Later pages keep that size, so a refetch returns as many rows. `furtherPages` is larger for lists that
 * load completely. A list with a creation time starts with the posts newer than the list it replaces.
 */
export function listQuery(
  queryKey: QueryKey,
  fetchPage: (request: PageRequest) => Promise<PageAnswer>,
) {
  return (firstPage: number = PAGE_SIZE, furtherPages?: number) => {
    const start: PageParam = { cursor: null, limit: firstPage };
    return infiniteQueryOptions({
      queryKey,
      async queryFn({ pageParam, signal, client }): Promise<PostPage> {
        const { cursor, limit } = pageParam;
        const shown = client.getQueryData<InfiniteData<PostPage>>(queryKey)?.pages[0]?.since;
        const from = cursor ? { cursor } : shown && { since: shown };
        const { data } = await fetchPage({ query: { limit, ...from }, signal });
        const { posts, pinnedPost: pinned, pagination, since } = data;
        return {
          // The pinned post comes a second time, at its time. The list shows each post once.
          posts: pinned ? [pinned, ...posts] : posts,
          nextCursor: pagination.nextCursor,
          ...(since && { since }),
          ...(pinned && { pinnedId: pinned._id }),
        };
      },
      initialPageParam: start,
      getNextPageParam: ({ nextCursor }, pages, { limit }): PageParam | undefined => {
        if (nextCursor === null) return undefined;
        const loaded = pages.reduce((sum, { posts }) => sum + posts.length, 0);
        // The HTML document may contain fewer rows than requested. The next page then first loads the missing ones.
        const missing = firstPage - loaded;
        const next = furtherPages ?? (missing > 0 ? missing : Math.max(limit, firstPage));
        return { cursor: nextCursor, limit: next };
      },
      staleTime: freshFor.list,
      // A refetch would request every page again, one after another.
      refetchOnWindowFocus: false,
    });
  };
}

export function feedQuery(
  queryKey: QueryKey,
  more: { tab?: FeedTab; list?: string } = {},
): PostListQuery {
  return listQuery(queryKey, ({ query, signal }) =>
    call(getFeed, { query: { ...query, ...more }, signal }),
  );
}

/** The lists of the feed's tabs. The viewer's own feeds are added when they have loaded. */
export const feedQueries: Record<FeedTab, PostListQuery> & Partial<Record<string, PostListQuery>> =
  {
    foryou: feedQuery(postKeys.feed),
    following: feedQuery(postKeys.following, { tab: 'following' }),
  };
