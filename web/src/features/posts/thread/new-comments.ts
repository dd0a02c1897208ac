import type { Post } from '@roost/contract/posts';
import { queryOptions, useQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';

const nothing: InfiniteData<PostPage> = {
  pages: [{ posts: [], nextCursor: null }],
  pageParams: [null],
};
const none: Post[] = [];

/**
 * The comments that the viewer wrote since the page was loaded. A thread shows them first under their parents, so they
 * stay visible. The cache entry has the shape of a list, so every change to posts reaches it.
 */
const newCommentsQuery = queryOptions({
  queryKey: postKeys.newComments,
  queryFn: (): InfiniteData<PostPage> => nothing,
  enabled: false,
  staleTime: Infinity,
  gcTime: Infinity,
});

export function startNewComments(client: QueryClient): void {
  client.setQueryData<InfiniteData<PostPage>>(postKeys.newComments, (known) => known ?? nothing);
}

export function useNewComments(): Post[] {
  return useQuery(newCommentsQuery).data?.pages[0]?.posts ?? none;
}
