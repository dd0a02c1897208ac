import { countNewPosts, type FeedTab, type NewPosts } from '@roost/contract/feed';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { freshFor } from '../../../../lib/cache/fresh-for.ts';
import { postKeys } from '../../post-keys.ts';

const nothingNew: NewPosts = { count: 0, avatars: [] };

/** The count of posts newer than this tab's list. The server made the list at `since`. The client fetched it at `fetchedAt`. */
export function newPostsQuery(tab: FeedTab, since: string, fetchedAt: number) {
  return queryOptions({
    queryKey: [...postKeys.newer(tab), since],
    queryFn: async ({ signal }) =>
      (await call(countNewPosts, { query: { tab, since }, signal }, { quiet: true })).data,
    initialData: nothingNew,
    initialDataUpdatedAt: fetchedAt,
    staleTime: freshFor.newPosts,
  });
}

export function setNewPosts(
  client: QueryClient,
  { tab, since, ...news }: NewPosts & { tab: FeedTab; since: string },
): void {
  client.setQueryData<NewPosts>([...postKeys.newer(tab), since], news);
}
