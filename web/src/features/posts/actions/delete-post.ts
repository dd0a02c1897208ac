import { deletePost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { offerRetry } from '../../../ui/overlays/offer-retry.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { patchPost, removePosts } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';

/**
 * Deletes one of the viewer's posts or comments. The post and its reposts disappear at once. If the call fails, they
 * return to their positions. At the end the feed is refetched.
 */
export function useDeletePost(): (post: Post | OriginalPost) => Promise<unknown> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (post) => {
    const { _id: postId, parentPost } = post;
    return changeOptimistically({
      show: () => hidePost(client, post),
      send: async () => call(deletePost, { params: { postId } }, { quiet: isUnanswered }),
      succeeded({ message }) {
        toast.success(message);
        if (!parentPost)
          patchPerson(client, viewerId, ({ postsCount = 0 }) => ({
            postsCount: Math.max(0, postsCount - 1),
          }));
        // A request for the parent's page may have started before the answer. Its count would still include the comment.
        if (parentPost) void client.invalidateQueries({ queryKey: postKeys.one(parentPost._id) });
        void client.invalidateQueries({ queryKey: postKeys.feed });
        // The post may be an ancestor of an open comment. There the server returns a placeholder for it.
        void client.invalidateQueries({ queryKey: postKeys.ancestry });
      },
      failed(error, again) {
        refetchIfGone(client, postId, error);
        // The API client already shows a toast for a refusal.
        offerRetry(error, again);
      },
    });
  };
}

function hidePost(client: QueryClient, { _id: postId, parentPost }: Post | OriginalPost): Undo {
  const putBack = removePosts(
    client,
    (row) => row._id === postId || row.originalPost?._id === postId,
  );
  // A comment does not count as a post of the profile. It counts as a comment of its parent.
  const uncount = parentPost
    ? patchPost(client, parentPost._id, ({ stats }) => ({
        stats: { commentCount: Math.max(0, stats.commentCount - 1) },
      }))
    : undefined;
  return () => {
    uncount?.();
    putBack();
  };
}
