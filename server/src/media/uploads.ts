import { AppError } from '@roost/contract/errors';
import type { Media } from '@roost/contract/media';
import type { MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { deleteUnusedMedia, findMedia, insertMedia, updateAlt } from './media.queries.ts';
import type { PreparedMedia } from './prepare-media.ts';
import { viewMedia } from './view-media.ts';

const notFound = () => new AppError('not_found', { message: 'Upload not found.' });

/** Keeps an upload for a day, until something is posted with it. */
export async function keepUpload(
  ctx: MemberContext,
  file: PreparedMedia,
  alt: string,
): Promise<Media> {
  return transaction(ctx, async (tx) => {
    await insertMedia(tx, tx.viewer.id, file, alt);
    const row = await findMedia(tx, file.id);
    if (!row) throw notFound();
    return viewMedia(tx, row, tx.viewer.id);
  });
}

/** Says what an own upload shows, until it is posted. */
export async function describeUpload(ctx: MemberContext, id: string, alt: string): Promise<Media> {
  const row = await updateAlt(ctx, ctx.viewer.id, id, alt);
  if (!row) throw notFound();
  return viewMedia(ctx, row, ctx.viewer.id);
}

/** Takes an own upload back, until it is posted. */
export async function deleteUpload(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await deleteUnusedMedia(tx, tx.viewer.id, id))) throw notFound();
    await addJob(tx, 'deleteMediaFiles', { ids: [id] });
  });
}
