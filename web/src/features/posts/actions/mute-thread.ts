import * as words from '#words/posts';
import { muteThread, unmuteThread, type Post } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { patchPost } from '../post-cache.ts';

/** Stops or restores the notifications of a post's thread. */
export function useMuteThread(): (post: Pick<Post, '_id' | 'isThreadMuted'>) => Promise<boolean> {
  const client = useQueryClient();
  return async function change({ _id: postId, isThreadMuted }) {
    const undo = () => void change({ _id: postId, isThreadMuted: !isThreadMuted });
    return changeOptimistically({
      show: () => patchPost(client, postId, { isThreadMuted: !isThreadMuted }),
      send: () => call(isThreadMuted ? unmuteThread : muteThread, { params: { postId } }),
      succeeded() {
        if (isThreadMuted) toast.success(words.threadUnmuted);
        else toast.undo(words.threadMuted, undo);
      },
      // The API client shows a toast.
      failed: () => {},
    });
  };
}
