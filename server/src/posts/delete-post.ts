import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { deleteMedia } from '../media/media.queries.ts';
import { deletePostRows, findAuthorId, findOwnPost } from './delete.queries.ts';
import { loadVisible, postNotFound } from './load-post.ts';
import { lockPost } from './post.queries.ts';
import { deleteRepost } from './repost.queries.ts';

/**
 * Deletes an own post; on a repost's id takes the repost away, which only its reposter may. What is one's own
 * can be deleted also where a block or an unfollow has hidden what it hangs on.
 */
export async function deletePost(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const own = await findOwnPost(tx, tx.viewer.id, id);
    if (!own) {
      await loadVisible(tx, id);
      throw new AppError('forbidden');
    }
    await lockPost(tx, own.repost_of_id ?? own.id);
    const isGone = own.repost_of_id
      ? await takeRepostAway(tx, own.repost_of_id)
      : await deletePostRows(tx, own);
    const ids = await deleteMedia(tx, own.media_ids);
    if (ids.length > 0) await addJob(tx, 'deleteMediaFiles', { ids });
    if (!isGone) throw postNotFound();
    if (!own.repost_of_id) emit(tx, { name: 'postDeleted', postId: own.id });
  });
}

async function takeRepostAway(tx: MemberContext, postId: string): Promise<boolean> {
  const ownerId = await findAuthorId(tx, postId);
  if (!ownerId || !(await deleteRepost(tx, tx.viewer.id, postId))) return false;
  emit(tx, { name: 'unreacted', kind: 'repost', actorId: tx.viewer.id, postId, ownerId });
  return true;
}
