import type { MemberContext } from '../../kernel/context.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteUsage, listOwnMedia } from './erase-rows.queries.ts';

const MEDIA_PER_BATCH = 100;

/** Deletes the pictures and videos that are left: profile pictures, and uploads that nothing uses. A job deletes the files. */
export async function eraseMedia(ctx: MemberContext): Promise<void> {
  for (;;) {
    const count = await transaction(ctx, async (tx) => {
      const ids = await listOwnMedia(tx, tx.viewer.id, MEDIA_PER_BATCH);
      await deleteFiles(tx, await deleteMedia(tx, ids));
      return ids.length;
    });
    if (count < MEDIA_PER_BATCH) return deleteUsage(ctx, ctx.viewer.id);
  }
}
