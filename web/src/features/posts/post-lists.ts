import { listUserComments, listUserPosts } from '@roost/contract/posts';
import { getFeed, type FeedTab } from '@roost/contract/feed';
import { listBookmarks, listLikes } from '@roost/contract/reactions';
import { listHashtag, searchPosts } from '@roost/contract/search';
import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';
import { PAGE_SIZE } from '../../lib/page-size.ts';
import { isNothingFound } from '../../lib/api/nothing-found.ts';
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
type PageAnswer = {
  data: { posts: PostPage['posts']; pagination: { nextCursor: string | null }; since?: string };
};

export type PostListQuery = ReturnType<typeof listQuery>;

/**
 * Defines a list of posts, which loads pages by the server's cursor. After a reload, `firstPage` is larger to restore
 * many rows. Later pages keep that size, so a refetch returns as many rows. `furtherPages` is larger for lists that
 * load completely. A list with a creation time starts with the posts newer than the list it replaces.
 */
function listQuery(queryKey: QueryKey, fetchPage: (request: PageRequest) => Promise<PageAnswer>) {
  return (firstPage: number = PAGE_SIZE, furtherPages?: number) => {
    const start: PageParam = { cursor: null, limit: firstPage };
    return infiniteQueryOptions({
      queryKey,
      async queryFn({ pageParam, signal, client }): Promise<PostPage> {
        const { cursor, limit } = pageParam;
        const shown = client.getQueryData<InfiniteData<PostPage>>(queryKey)?.pages[0]?.since;
        const from = cursor ? { cursor } : shown && { since: shown };
        const { data } = await fetchPage({ query: { limit, ...from }, signal });
        const { posts, pagination, since } = data;
        return { posts, nextCursor: pagination.nextCursor, ...(since && { since }) };
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

const feedQuery: PostListQuery = listQuery(postKeys.feed, (request) => call(getFeed, request));

const followingQuery: PostListQuery = listQuery(postKeys.following, ({ query, signal }) =>
  call(getFeed, { query: { ...query, tab: 'following' }, signal }),
);

/** The lists of the feed's tabs. */
export const feedQueries: Record<FeedTab, PostListQuery> = {
  foryou: feedQuery,
  following: followingQuery,
};

export function userPostsQuery(userId: string): PostListQuery {
  return listQuery(postKeys.user(userId), ({ query, signal }) =>
    call(listUserPosts, { params: { userId }, query, signal }),
  );
}

export function userCommentsQuery(userId: string): PostListQuery {
  return listQuery(postKeys.replies(userId), async ({ query, signal }) => {
    const { data } = await call(listUserComments, { params: { userId }, query, signal });
    return { data: { posts: data.comments, pagination: data.pagination } };
  });
}

export const likesQuery: PostListQuery = listQuery(postKeys.likes, (request) =>
  call(listLikes, request),
);

export const bookmarksQuery: PostListQuery = listQuery(postKeys.bookmarks, (request) =>
  call(listBookmarks, request),
);

/** A single hashtag returns its list, newest first. Every other text is a search. */
export function searchPostsQuery(text: string): PostListQuery {
  const tag = /^[#＃]([\p{L}\p{M}\p{N}_]+)$/u.exec(text)?.[1];
  return listQuery(postKeys.search(text), async ({ query, signal }) => {
    try {
      return tag
        ? await call(listHashtag, { params: { tag }, query, signal }, { quiet: isNothingFound })
        : await call(
            searchPosts,
            { query: { ...query, query: text }, signal },
            { quiet: isNothingFound },
          );
    } catch (error) {
      if (isNothingFound(error)) return nothing;
      throw error;
    }
  });
}

const nothing: PageAnswer = { data: { posts: [], pagination: { nextCursor: null } } };
