import { editPost, type OriginalPost, type Post } from '@roost/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { serverWordsOf } from '../../lib/api-error.ts';
import { patchPost } from './post-cache.ts';
import { refetchIfGone } from './refetch-if-gone.ts';

/** Shown when the server has no words of its own (spec §8). */
const FAILED = 'Failed to update post. Please try again.';

/** Changes what a post says, at once and everywhere; rejects with words to show, and then all is as it was. */
export function useEditPost(): (post: Post | OriginalPost, content: string) => Promise<void> {
  const client = useQueryClient();
  return async ({ _id }, content) => {
    const undo = patchPost(client, _id, { content });
    try {
      const { data } = await call(
        editPost,
        { params: { postId: _id }, body: { content } },
        { quiet: true },
      );
      const { edits, hashtags, mentions, updatedAt } = data;
      patchPost(client, _id, { content: data.content, edits, hashtags, mentions, updatedAt });
    } catch (error) {
      undo();
      refetchIfGone(client, _id, error);
      throw new Error(serverWordsOf(error, FAILED), { cause: error });
    }
  };
}
