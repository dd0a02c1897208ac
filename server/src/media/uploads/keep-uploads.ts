import { AppError } from '@roost/contract/errors';
import type { Media } from '@roost/contract/media';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addMedia, countAgainstQuota } from './attach-media.ts';
import { deleteOwnUpload, findMedia, updateAlt } from '../media.queries.ts';
import { deleteFiles } from '../delete-files.ts';
import type { PreparedMedia } from '../../platform/http/uploads/prepared-media.ts';
import { presentMedia } from '../present-media.ts';

const notFound = () => new AppError('not_found', { message: 'Upload not found.' });

/** Stores uploads that no post or message uses yet. A job deletes them after a day. */
export async function keepUploads(
  ctx: MemberContext,
  files: readonly PreparedMedia[],
  alt = '',
): Promise<Media[]> {
  return transaction(ctx, async (tx) => {
    const kept: Media[] = [];
    for (const file of files) {
      await addMedia(tx, file, alt);
      const row = await findMedia(tx, file.id);
      if (!row) throw notFound();
      kept.push(presentMedia(tx, row, tx.viewer.id));
    }
    await countAgainstQuota(tx, files, files.length);
    return kept;
  });
}

/** Sets the description of one of the viewer's unattached uploads. */
export async function describeUpload(ctx: MemberContext, id: string, alt: string): Promise<Media> {
  const row = await updateAlt(ctx, ctx.viewer.id, id, alt);
  if (!row) throw notFound();
  return presentMedia(ctx, row, ctx.viewer.id);
}

/** Deletes one of the viewer's unattached uploads. */
export async function deleteUpload(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const deleted = await deleteOwnUpload(tx, tx.viewer.id, id);
    if (deleted.length === 0) throw notFound();
    await deleteFiles(tx, deleted);
  });
}
