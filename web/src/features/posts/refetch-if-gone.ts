import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api.ts';
import { postKeys } from './post-keys.ts';

/**
 * After an action on a post that no longer exists, this refetches its page. An open page then says that the post is
 * gone.
 */
export function refetchIfGone(client: QueryClient, postId: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404)
    void client.invalidateQueries({ queryKey: postKeys.one(postId) });
}
