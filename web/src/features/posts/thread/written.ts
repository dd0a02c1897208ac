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
 * The comments somebody has written since the page was loaded. A thread shows them first under what they answer, so
 * that they stay in sight wherever among the others their place is. Shaped like any list, for every change to reach them.
 */
const writtenQuery = queryOptions({
  queryKey: postKeys.written,
  queryFn: (): InfiniteData<PostPage> => nothing,
  enabled: false,
  staleTime: Infinity,
  gcTime: Infinity,
});

export function startWritten(client: QueryClient): void {
  client.setQueryData<InfiniteData<PostPage>>(postKeys.written, (known) => known ?? nothing);
}

export function useWritten(): Post[] {
  return useQuery(writtenQuery).data?.pages[0]?.posts ?? none;
}
