import * as words from '#words/posts';
import { showLess, undoShowLess } from '@roost/contract/feed';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { removePosts, type PostPage } from '../post-cache.ts';
import { isPostOrRepostOf } from '../post-identity.ts';
import { postKeys } from '../post-keys.ts';

/** Whether 'Not this' changes where the post was shown. */
export function canShowLess({ reason }: Post | OriginalPost): boolean {
  return reason?.feed === 'foryou' && reason.kind !== 'own';
}

/** Returns the function behind 'Not this'. The post leaves the feed at once. Undo brings it back. */
export function useShowLess(): (post: Post | OriginalPost) => Promise<boolean> {
  const client = useQueryClient();
  return async ({ _id }) => {
    // The server derives the kind from the id of the row, such as a repost.
    const postId = shownAs(client, _id);
    const hide = () => removePosts(client, (row) => isPostOrRepostOf(row, _id), postKeys.feed);
    let undo = () => {};
    return changeOptimistically({
      show: () => (undo = hide()),
      send: () => call(showLess, { params: { postId } }),
      succeeded: () =>
        toast.undo(words.youWillSeeLess, () => {
          void changeOptimistically({
            show() {
              undo();
              return hide;
            },
            send: () => call(undoShowLess, { params: { postId } }),
            failed: () => {},
          });
        }),
      // The API client shows a toast.
      failed: () => {},
    });
  };
}

/** The id of the row by which the feed shows a post: its own, or that of a repost. */
function shownAs(client: QueryClient, postId: string): string {
  const pages = client.getQueryData<InfiniteData<PostPage>>(postKeys.feed)?.pages ?? [];
  const rows = pages.flatMap(({ posts }) => posts);
  return rows.find((row) => isPostOrRepostOf(row, postId))?._id ?? postId;
}
