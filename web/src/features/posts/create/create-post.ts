import type { OriginalPost, Post } from '@roost/contract/posts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { loadChunk } from '../../../lib/page/load-chunk.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewerId } from '../../auth/viewer.ts';

/** The outbox of posts. It loads after the first screen. */
export const loadPostOutbox = () => loadChunk(() => import('./post-outbox.ts'));

/**
 * Returns the function that moves a draft with its files to the outbox: as a post, or as a comment on `parent`. Resolves
 * to whether it is there.
 */
export function useCreatePost(parent?: Post | OriginalPost): () => Promise<boolean> {
  const viewerId = useViewerId();
  return async () => {
    try {
      const { enqueuePost } = await loadPostOutbox();
      return enqueuePost(viewerId, parent);
    } catch (error) {
      // The draft stays in its box.
      toast.error(messageOf(error, (error as Error).message));
      return false;
    }
  };
}
