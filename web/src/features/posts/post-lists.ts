import { listUserComments } from '@roost/contract/comments';
import { getFeed, listBookmarks, listLikes, listUserPosts } from '@roost/contract/posts';
import { listHashtag, searchPosts } from '@roost/contract/search';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor, PAGE_SIZE } from '../../lib/constants.ts';
import { isNothingFound } from '../../lib/nothing-found.ts';
import type { PostPage } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

interface PageParam {
  cursor: string | null;
  limit: number;
}

interface PageRequest {
  query: { limit: number; cursor?: string };
  signal: AbortSignal;
}
type PageAnswer = { data: { posts: PostPage['posts']; pagination: { nextCursor: string | null } } };

export type PostListQuery = ReturnType<typeof listQuery>;

/**
 * A list of posts, page after page by the server's cursor. `firstPage` is larger when a reload has many
 * rows to bring back; the pages after it then keep that size, so that a refetch fetches as many rows again. Who
 * wants all of the list asks for larger `furtherPages`.
 */
function listQuery(queryKey: QueryKey, fetchPage: (request: PageRequest) => Promise<PageAnswer>) {
  return (firstPage: number = PAGE_SIZE, furtherPages?: number) => {
    const start: PageParam = { cursor: null, limit: firstPage };
    return infiniteQueryOptions({
      queryKey,
      async queryFn({ pageParam, signal }): Promise<PostPage> {
        const { cursor, limit } = pageParam;
        const { data } = await fetchPage({ query: { limit, ...(cursor && { cursor }) }, signal });
        return { posts: data.posts, nextCursor: data.pagination.nextCursor };
      },
      initialPageParam: start,
      getNextPageParam: ({ nextCursor }, pages, { limit }): PageParam | undefined => {
        if (nextCursor === null) return undefined;
        const loaded = pages.reduce((sum, { posts }) => sum + posts.length, 0);
        // A list that began with less than it was asked for, as the document brings it, first gets the rest of that.
        const missing = firstPage - loaded;
        const next = furtherPages ?? (missing > 0 ? missing : Math.max(limit, firstPage));
        return { cursor: nextCursor, limit: next };
      },
      staleTime: freshFor.list,
      // Every page would be fetched again, one after another.
      refetchOnWindowFocus: false,
    });
  };
}

export const feedQuery: PostListQuery = listQuery(postKeys.feed, (request) =>
  call(getFeed, request),
);

export const followingQuery: PostListQuery = listQuery(postKeys.following, ({ query, signal }) =>
  call(getFeed, { query: { ...query, tab: 'following' }, signal }),
);

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

/** A hashtag alone is its list, newest first; anything else is searched for. */
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
