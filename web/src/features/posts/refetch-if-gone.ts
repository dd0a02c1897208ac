import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { postKeys } from './post-keys.ts';

/** Somebody acted on a post that is no longer there: its page, where it is open, asks for it anew and then says so. */
export function refetchIfGone(client: QueryClient, postId: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404)
    void client.invalidateQueries({ queryKey: postKeys.one(postId) });
}
