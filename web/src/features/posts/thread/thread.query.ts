import { listAncestors, listComments } from '@roost/contract/comments';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from '../../../lib/api.ts';
import { freshFor, PAGE_SIZE } from '../../../lib/constants.ts';
import { isSeen, type Ancestry } from '../empty-ancestors.ts';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';

/** That the post is gone is its page's to say. */
const isGoneQuiet: CallOptions = { quiet: ({ status }) => status === 404 };

/** A comment's place in its thread, which stays when the comment itself goes. */
export interface Place {
  id: string;
  parentId: string;
  /** It has more replies than were sent along. */
  isCut: boolean;
}

/** A page of whole threads: what can be seen of them, and where everything stands. */
export interface ThreadPage extends PostPage {
  places: Place[];
}

/** The comments under a post or comment, oldest threads first. */
export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: postKeys.comments(postId),
    async queryFn({ pageParam: cursor, signal }): Promise<ThreadPage> {
      const query = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
      const { data } = await call(listComments, { params: { postId }, query, signal }, isGoneQuiet);
      const cut = new Set(data.cutShort);
      return {
        posts: data.comments.filter(isSeen),
        places: data.comments.map(({ _id, parentPost }) => ({
          id: _id,
          parentId: parentPost?._id ?? postId,
          isCut: cut.has(_id),
        })),
        nextCursor: data.pagination.nextCursor,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}

/** What a comment answers, from the root down. */
export function ancestorsQuery(postId: string) {
  return queryOptions({
    queryKey: postKeys.ancestors(postId),
    queryFn: async ({ signal }): Promise<Ancestry> =>
      (await call(listAncestors, { params: { postId }, signal }, isGoneQuiet)).data,
    staleTime: freshFor.post,
  });
}
