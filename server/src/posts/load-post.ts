import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import type { PostRecord } from '../db/tables.ts';
import { findVisiblePost, lockPost } from './post.queries.ts';

/** A post the viewer may see, or `not_found`: absent and hidden are one answer. */
export async function loadVisible(ctx: MemberContext, id: string): Promise<PostRecord> {
  const post = await findVisiblePost(ctx, ctx.viewer.id, id);
  if (!post) throw new AppError('not_found', { message: 'Post not found.' });
  return post;
}

/**
 * The post an action on this id is meant for (a repost stands for its original), its counters locked for the
 * rest of the transaction.
 */
export async function lockTarget(tx: MemberContext, id: string): Promise<PostRecord> {
  const named = await loadVisible(tx, id);
  const targetId = named.repost_of_id ?? named.id;
  await lockPost(tx, targetId);
  // Read again under the lock: it may have been deleted while we waited.
  return loadVisible(tx, targetId);
}
