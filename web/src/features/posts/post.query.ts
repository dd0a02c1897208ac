import { getPost, type Post } from '@roost/contract/posts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';
import { findInLists } from './rare-post-changes.ts';
import { postKeys } from './post-keys.ts';
// This import makes cached posts follow the viewer's follows and blocks.
import './relation-changes.ts';

/**
 * One post. `null` if it is missing, hidden or deleted, which a client cannot distinguish. The page shows the copy from
 * a list at once, also offline, and still fetches the post.
 */
export function postQuery(client: QueryClient, postId: string) {
  return queryOptions({
    queryKey: postKeys.one(postId),
    async queryFn({ signal }): Promise<Post | null> {
      try {
        const { data } = await call(
          getPost,
          { params: { postId }, signal },
          { quiet: ({ status }) => status === 404 },
        );
        return data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    initialData: () => findInLists(client, postId),
    initialDataUpdatedAt: 0,
    staleTime: freshFor.post,
  });
}
