import { getPost, type Post } from '@roost/contract/posts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { freshFor } from '../../lib/constants.ts';
import { postKeys } from './post-keys.ts';

/** One post; `null` when it is missing, hidden or deleted, which a client can't tell apart. */
export function postQuery(postId: string) {
  return queryOptions({
    queryKey: postKeys.one(postId),
    async queryFn({ signal }): Promise<Post | null> {
      try {
        const { data } = await call(getPost, { params: { postId }, signal });
        return data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: freshFor.post,
  });
}
