import { listAncestors, listComments } from '@roost/contract/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { PAGE_SIZE } from '../../../lib/page-size.ts';
import { isSeen, type Ancestry } from '../empty-ancestors.ts';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';

/** The page itself says that the post is gone, so a 404 shows no toast. */
const isGoneQuiet: CallOptions = { quiet: ({ status }) => status === 404 };

/** The position of a comment in its thread. It remains when the comment is gone. */
export interface CommentPosition {
  id: string;
  parentId: string;
  /** It has more replies than the page contains. */
  isCut: boolean;
}

/** A page of whole threads: the visible comments, and the positions of all. */
export interface ThreadPage extends PostPage {
  positions: CommentPosition[];
  /** On the last page: the number of direct replies that are hidden from the viewer. */
  notShown: number;
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
        positions: data.comments.map(({ _id, parentPost }) => ({
          id: _id,
          parentId: parentPost?._id ?? postId,
          isCut: cut.has(_id),
        })),
        nextCursor: data.pagination.nextCursor,
        notShown: data.pagination.notShown,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}

/** The ancestors of a comment, from the root down. */
export function ancestorsQuery(postId: string) {
  return queryOptions({
    queryKey: postKeys.ancestors(postId),
    queryFn: async ({ signal }): Promise<Ancestry> =>
      (await call(listAncestors, { params: { postId }, signal }, isGoneQuiet)).data,
    staleTime: freshFor.post,
  });
}
