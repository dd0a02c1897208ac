import * as words from '#words/posts';
import { deletePost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { countWaiting, sendLater, TakenBack } from '../../../lib/api/send-later.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { offerRetry } from '../../../ui/overlays/offer-retry.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewerId } from '../../auth/viewer.ts';
import type { ReturningFiles } from '../../compose/attachments/file-input.ts';
import { profileKey } from '../../users/profile/profile.query.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { patchPost, removePosts } from '../post-cache.ts';
import { isPostOrRepostOf } from '../post-identity.ts';
import { keepRemovingPosts } from '../rare-post-changes.ts';
import { postKeys } from '../post-keys.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';

type Deletable = Post | OriginalPost;

/**
 * Returns the function that deletes one of the viewer's posts or comments. The post and its reposts disappear at once. The call waits
 * for five seconds, in which Undo brings them back. If the call fails, they return to their positions.
 */
export function useDeletePost(): (post: Deletable) => Promise<unknown> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (post) => removePost(client, viewerId, post, { canUndo: true });
}

interface Removal {
  canUndo: boolean;
  done?: string;
  /** The server keeps the files of the post as uploads. Learns when they belong to no post any more, or stay in it. */
  files?: ReturningFiles | undefined;
}

/** Without `canUndo`, the call does not wait, and `done` says that it succeeded. */
export async function removePost(
  client: QueryClient,
  viewerId: string,
  post: Deletable,
  { canUndo, done = words.postDeleted, files }: Removal,
): Promise<boolean> {
  const { _id: postId } = post;
  const send = async (caller: typeof call) =>
    caller(
      deletePost,
      { params: { postId }, query: files ? { keep: 'media' } : {} },
      {
        quiet: (error) => isUnanswered(error) || (files !== undefined && isNothingFound(error)),
      },
    );
  return changeOptimistically({
    show: () => hidePost(client, viewerId, post),
    async send() {
      if (!canUndo) return send(call);
      const { answer, takeBack, ended } = sendLater(send);
      toast.undo(done, takeBack, ended);
      const stop = keepRemovingPosts(client, (row) => isPostOrRepostOf(row, postId));
      return answer.finally(stop);
    },
    succeeded() {
      files?.released();
      if (!canUndo) toast.success(done);
      noteDeleted(client, post);
    },
    failed(error, again) {
      const isTakenBack = error instanceof TakenBack;
      // Answers that arrived meanwhile lack the post.
      const refetchType = isTakenBack && again ? 'active' : 'none';
      void client.invalidateQueries({ queryKey: postKeys.all, refetchType });
      if (again) refetchProfile(client, post);
      if (isTakenBack) return;
      // An earlier call has deleted the post, but its answer was lost.
      if (files && isNothingFound(error)) {
        files.released();
        return noteDeleted(client, post);
      }
      files?.refused();
      refetchIfGone(client, postId, error);
      // The API client already shows a toast for a refusal.
      offerRetry(
        error,
        again && (() => void removePost(client, viewerId, post, { canUndo: false, done, files })),
      );
    },
  });
}

/**
 * An answer that arrived while the call waited has the count of the server, which knew nothing of the deletion yet. While another
 * call waits, perhaps a deletion, the next answer would not count that one either.
 */
function refetchProfile(client: QueryClient, { ownerid: { username } }: Deletable): void {
  if (countWaiting() > 0) return;
  void client.invalidateQueries({ queryKey: profileKey(username) });
}

function noteDeleted(client: QueryClient, post: Deletable): void {
  const { _id: postId, parentPost } = post;
  // Answers that are on their way may still contain it.
  removePosts(client, (row) => isPostOrRepostOf(row, postId));
  refetchProfile(client, post);
  // A request for the parent's page may have started before the answer. Its count would still include the comment.
  if (parentPost) void client.invalidateQueries({ queryKey: postKeys.one(parentPost._id) });
  void client.invalidateQueries({ queryKey: postKeys.feed });
  // The post may be an ancestor of an open comment. There the server returns a placeholder for it.
  void client.invalidateQueries({ queryKey: postKeys.ancestry });
}

function hidePost(client: QueryClient, viewerId: string, post: Deletable): Undo {
  const { _id: postId, parentPost, isRepostedByCurrentUser } = post;
  const putBack = removePosts(client, (row) => isPostOrRepostOf(row, postId));
  // A comment does not count as a post of the profile, but the viewer's own repost of it does.
  const count = Number(!parentPost) + Number(isRepostedByCurrentUser);
  const restorePostsCount = patchPerson(client, viewerId, ({ postsCount = 0 }) => ({
    postsCount: Math.max(0, postsCount - count),
  }));
  const restoreCommentCount = parentPost
    ? patchPost(client, parentPost._id, ({ stats }) => ({
        stats: { commentCount: Math.max(0, stats.commentCount - 1) },
      }))
    : undefined;
  return () => {
    restoreCommentCount?.();
    restorePostsCount();
    putBack();
  };
}
