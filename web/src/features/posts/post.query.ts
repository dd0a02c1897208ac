import { getPost, type Post } from '@roost/contract/posts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { freshFor } from '../../lib/constants.ts';
import { findInLists } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

/**
 * One post; `null` when it is missing, hidden or deleted, which a client can't tell apart. Shown at once, and
 * offline too, as a list has it; asked for all the same.
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
