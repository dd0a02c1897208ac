import { deletePost } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { toast } from '../../ui/toasts.ts';
import { useViewerId } from '../auth/viewer.ts';
import { patchPerson } from '../users/patch-person.ts';
import { removePosts } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

/** Deletes an own post: gone at once with its reposts, back in its place when that fails; then the feed is refetched. */
export function useDeletePost(): (postId: string) => Promise<void> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (postId) => {
    const putBack = removePosts(
      client,
      (row) => row._id === postId || row.originalPost?._id === postId,
    );
    try {
      const { message } = await call(deletePost, { params: { postId } });
      toast.success(message);
      patchPerson(client, viewerId, ({ postsCount = 0 }) => ({
        postsCount: Math.max(0, postsCount - 1),
      }));
      void client.invalidateQueries({ queryKey: postKeys.feed });
    } catch {
      // Said by its toast.
      putBack();
    }
  };
}
