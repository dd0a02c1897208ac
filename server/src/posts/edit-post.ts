import { AppError } from '@roost/contract/errors';
import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { updateIndex } from '../indexing/index.queries.ts';
import { checkContent, resolveEntities } from './create-post.ts';
import { loadVisible } from './load-post.ts';
import { updateContent } from './post.queries.ts';
import { viewPost } from './view-posts.ts';

/** Changes what an own post says, named by its own id or a repost's, and spends one of its chances; the update itself holds the window. */
export async function editPost(ctx: MemberContext, id: string, rawContent: string): Promise<Post> {
  const named = await loadVisible(ctx, id);
  const post = named.repost_of_id ? await loadVisible(ctx, named.repost_of_id) : named;
  if (post.author_id !== ctx.viewer.id) throw new AppError('forbidden');
  // Premium may have ended since: what is there may stay as long as it is.
  const content = checkContent(ctx, rawContent, post.media_ids.length > 0, post.content);
  const edit = { content, ...(await resolveEntities(ctx, content)) };
  return transaction(ctx, async (tx) => {
    if (!(await updateContent(tx, post.id, tx.viewer.id, edit))) throw new AppError('edit_closed');
    if (!post.parent_id) await updateIndex(tx, { ...post, ...edit });
    const newMentions = edit.mentions.filter((name) => !post.mentions.includes(name));
    emit(tx, { name: 'postEdited', postId: post.id, newMentions });
    return viewPost(tx, post.id);
  });
}
