import * as words from '#words/posts';
import { muteThread, unmuteThread, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { patchPost } from '../post-cache.ts';

/** Stops or restores the notifications of a post's thread. */
export function useMuteThread(): (post: Post | OriginalPost) => Promise<boolean> {
  const client = useQueryClient();
  return async ({ _id: postId, isThreadMuted }) =>
    changeOptimistically({
      show: () => patchPost(client, postId, { isThreadMuted: !isThreadMuted }),
      send: () => call(isThreadMuted ? unmuteThread : muteThread, { params: { postId } }),
      succeeded() {
        toast.success(isThreadMuted ? words.threadUnmuted : words.threadMuted);
      },
      // The API client shows a toast.
      failed: () => {},
    });
}
