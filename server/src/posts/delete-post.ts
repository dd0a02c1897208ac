import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { deleteFiles } from '../media/delete-files.ts';
import { deleteMedia } from '../media/media.queries.ts';
import { releaseMediaOfPost } from '../media/uploads/release-media.ts';
import { deletePostRows, deleteRepost, findAuthorId, findOwnPost } from './delete-post.queries.ts';
import { loadVisible, postNotFound } from './load-post.ts';
import { lockPost } from './post.queries.ts';
import { postDeleted, unreposted } from './posts.events.ts';
import { releasePost } from './withheld/withhold-post.ts';

/**
 * Deletes the viewer's own post, comment or repost. The author can delete their comment also if they can no longer see the post above
 * it. With `keepsMedia`, its files become uploads again, but not those of a post that the staff withholds. Throws `forbidden` for a
 * post of somebody else.
 */
export async function deletePost(
  ctx: MemberContext,
  id: string,
  { keepsMedia = false } = {},
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const own = await findOwnPost(tx, tx.viewer.id, id);
    if (!own) {
      await loadVisible(tx, id);
      throw new AppError('forbidden');
    }
    if (own.withheld_as) await releasePost(tx, own.id);
    else await lockPost(tx, own.repost_of_id ?? own.id);
    const isDeleted = own.repost_of_id
      ? await deleteOwnRepost(tx, own.repost_of_id)
      : await deletePostRows(tx, own);
    if (keepsMedia && !own.withheld_as) await releaseMediaOfPost(tx, own);
    else await deleteFiles(tx, await deleteMedia(tx, own.media_ids));
    if (!isDeleted) throw postNotFound();
    if (!own.repost_of_id) emit(tx, postDeleted, { postId: own.id });
  });
}

async function deleteOwnRepost(tx: MemberContext, postId: string): Promise<boolean> {
  const ownerId = await findAuthorId(tx, postId);
  if (!ownerId || !(await deleteRepost(tx, tx.viewer.id, postId))) return false;
  emit(tx, unreposted, { actorId: tx.viewer.id, postId, ownerId });
  return true;
}
