import * as words from '#words/posts';
import { pinPost, unpinPost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { patchPost } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';

/** Pins the viewer's own post to the profile, where it replaces the one pinned before, or unpins it. */
export function usePinPost(): (post: Post | OriginalPost) => Promise<boolean> {
  const client = useQueryClient();
  return async function change({ _id: postId, isPinned, ownerid: owner }) {
    return changeOptimistically({
      show: () => showPin(client, { postId, isPinned: !isPinned, ownerId: owner._id }),
      send: () => call(isPinned ? unpinPost : pinPost, { params: { postId } }),
      succeeded() {
        toast.success(isPinned ? words.unpinned : words.pinnedToYourProfile);
        // The list of the profile begins with another post.
        void client.invalidateQueries({ queryKey: postKeys.user(owner._id) });
      },
      // The API client shows a toast.
      failed: () => {},
    });
  };
}

interface Pin {
  postId: string;
  isPinned: boolean;
  ownerId: string;
}

function showPin(client: QueryClient, { postId, isPinned, ownerId }: Pin): () => void {
  const formerId = isPinned ? pinnedIdOf(client, ownerId) : undefined;
  const undos = [
    patchPost(client, postId, { isPinned }),
    ...(formerId && formerId !== postId ? [patchPost(client, formerId, { isPinned: false })] : []),
  ];
  return () => undos.forEach((undo) => undo());
}

/** The id of the post that this person has pinned, as far as a loaded list shows it. */
function pinnedIdOf(client: QueryClient, ownerId: string): string | undefined {
  return findPinned(client.getQueriesData({ queryKey: postKeys.all }), ownerId);
}

function findPinned(value: unknown, ownerId: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isPost(value) && value.isPinned && !value.isRepost && value.ownerid._id === ownerId)
    return value._id;
  for (const child of Object.values(value)) {
    const found = findPinned(child, ownerId);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isPost = (value: object): value is Post => 'isPinned' in value && 'ownerid' in value;
