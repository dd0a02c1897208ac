import * as words from '#words/posts';
import { editPost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { patchPost } from '../post-cache.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';

/** Shown when the server's error has no text. */
const FAILED_TEXT = words.failedToUpdatePost;

/**
 * Changes the text of a post everywhere at once. If the call fails, it restores the text and rejects with a message to
 * show.
 */
export function useEditPost(): (post: Post | OriginalPost, content: string) => Promise<unknown> {
  const client = useQueryClient();
  return async ({ _id }, content) =>
    changeOptimistically({
      show: () => patchPost(client, _id, { content }),
      send: async () =>
        call(editPost, { params: { postId: _id }, body: { content } }, { quiet: true }),
      succeeded({ data }) {
        const { edits, hashtags, mentions, updatedAt } = data;
        patchPost(client, _id, { content: data.content, edits, hashtags, mentions, updatedAt });
      },
      failed(error) {
        refetchIfGone(client, _id, error);
        throw new Error(messageWithReason(error, FAILED_TEXT), { cause: error });
      },
    });
}
