import { deletePost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { toast } from '../../ui/toasts.ts';
import { useViewerId } from '../auth/viewer.ts';
import { patchPerson } from '../users/patch-person.ts';
import { patchPost, removePosts } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
import { refetchIfGone } from './refetch-if-gone.ts';

/**
 * Deletes an own post or comment: gone at once with its reposts, back in its place when that fails; then the feed is
 * refetched.
 */
export function useDeletePost(): (post: Post | OriginalPost) => Promise<void> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async ({ _id: postId, parentPost }) => {
    const putBack = removePosts(
      client,
      (row) => row._id === postId || row.originalPost?._id === postId,
    );
    // A comment is no post of a profile; it counts where it stands.
    const uncount = parentPost
      ? patchPost(client, parentPost._id, ({ stats }) => ({
          stats: { commentCount: Math.max(0, stats.commentCount - 1) },
        }))
      : undefined;
    try {
      const { message } = await call(deletePost, { params: { postId } });
      toast.success(message);
      if (!parentPost)
        patchPerson(client, viewerId, ({ postsCount = 0 }) => ({
          postsCount: Math.max(0, postsCount - 1),
        }));
      // Its page may have been asked for before this was answered, and then counts the comment still.
      if (parentPost) void client.invalidateQueries({ queryKey: postKeys.one(parentPost._id) });
      void client.invalidateQueries({ queryKey: postKeys.feed });
      // It may stand above a comment, where an empty place takes its own.
      void client.invalidateQueries({ queryKey: postKeys.ancestry });
    } catch (error) {
      // Said by its toast.
      uncount?.();
      putBack();
      refetchIfGone(client, postId, error);
    }
  };
}
