import { AppError } from '@roost/contract/errors';
import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { withNewAccountPoints } from '../users/new-accounts/with-new-account-points.ts';
import { updateIndex } from './search-index/search-index.queries.ts';
import { checkContent, resolveEntities } from './create-post.ts';
import { presentPost } from './hydration/present-posts.ts';
import { noteTextOfPost } from './note-text-of-post.ts';
import { loadTarget } from './load-post.ts';
import { updateContent } from './post.queries.ts';
import { postEdited } from './posts.events.ts';

/**
 * Changes the text of the viewer's own post and takes one of its edit chances. The id may be the post's own or that of a repost. Throws
 * `forbidden` for a post of somebody else, and `edit_closed` if no chance or time is left.
 */
export async function editPost(ctx: MemberContext, id: string, content: string): Promise<Post> {
  const post = await loadTarget(ctx, id);
  if (post.author_id !== ctx.viewer.id) throw new AppError('forbidden');
  // The author may have lost Premium since. The post may stay as long as it is.
  checkContent(ctx, content, post.media_ids.length > 0, post.content);
  const edit = { content, ...(await resolveEntities(ctx, content)) };
  const newMentions = edit.mentions.filter((name) => !post.mentions.includes(name));
  const mentions = { budget: 'mentions', points: () => newMentions.length } as const;
  return withNewAccountPoints(ctx, mentions, async (_, isNew) =>
    transaction(ctx, async (tx) => {
      if (!(await updateContent(tx, post.id, tx.viewer.id, edit)))
        throw new AppError('edit_closed');
      if (!post.parent_id) await updateIndex(tx, { ...post, ...edit });
      await noteTextOfPost(tx, { ...post, content }, { isNew });
      emit(tx, postEdited, { postId: post.id, newMentions });
      return presentPost(tx, post.id);
    }),
  );
}
