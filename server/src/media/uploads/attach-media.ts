import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { MemberContext } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { finishVideoJob } from '../media.jobs.ts';
import { quotaError, quotaOf } from '../quota/reserve-quota.ts';
import { addUsage, changeUsage, findUsage } from '../quota/usage.queries.ts';
import { attachMedia, insertMedia } from '../media.queries.ts';
import type { PreparedMedia } from '../../platform/http/uploads/prepared-media.ts';
import { bytesOf } from '../../platform/storage/storage.ts';

/** The media of a new post: earlier uploads, then the files in this request, and their descriptions. */
export interface MediaInput {
  mediaIds: string[];
  files: readonly PreparedMedia[];
  alt: string[];
}

/** Returns the number of media. Throws bad_input if the tier allows fewer, or if one is listed twice. */
export function countMedia(ctx: MemberContext, { mediaIds, files }: MediaInput): number {
  const count = mediaIds.length + files.length;
  const maxFiles = tiers[ctx.viewer.tier].files;
  if (count > maxFiles)
    throw new AppError('bad_input', { message: `A post can have ${maxFiles} files at most.` });
  if (new Set(mediaIds).size < mediaIds.length)
    throw new AppError('bad_input', { message: 'The same upload is there twice.' });
  return count;
}

/** For each of these steps in a member's uploads of the day, their videos wait longer in the queue. */
const VIDEO_PRIORITY_STEP_BYTES = 50 * 1_048_576;

/**
 * Inserts the row of a prepared medium, and adds a job if it is unfinished. The caller counts its bytes
 * (`countAgainstQuota`).
 */
export async function addMedia(tx: MemberContext, file: PreparedMedia, alt: string): Promise<void> {
  await insertMedia(tx, tx.viewer.id, file, alt);
  if (!file.isUnfinished) return;
  // All videos share one queue. The videos of a member who uploaded much today come after those of others.
  const { dayBytes } = await findUsage(tx, tx.viewer.id);
  const priority = Math.floor(dayBytes / VIDEO_PRIORITY_STEP_BYTES);
  await addJob(tx, finishVideoJob, { id: file.id }, { priority });
}

/** Counts new files and `unattached` more uploads against their owner's quota. Throws if they exceed it. */
export async function countAgainstQuota(
  tx: MemberContext,
  files: readonly PreparedMedia[],
  unattached: number,
): Promise<void> {
  if (files.length === 0) return changeUsage(tx, tx.viewer.id, { unattached });
  const bytes = files.reduce((sum, file) => sum + bytesOf(file.files), 0);
  const reserved = files.reduce((sum, file) => sum + file.reserved, 0);
  const quota = quotaOf(tx.config, tx.viewer.tier);
  if (!(await addUsage(tx, tx.viewer.id, { bytes, reserved, unattached }, quota)))
    throw await quotaError(tx, bytes, quota, unattached);
}

/**
 * Attaches media to a post, in the transaction that creates it. Returns their ids in order. Throws not_found if an
 * upload is gone.
 */
export async function attachMediaToPost(
  tx: MemberContext,
  { mediaIds, files, alt }: MediaInput,
  post: { id: string; isPublic: boolean },
): Promise<string[]> {
  for (const [position, file] of files.entries()) await addMedia(tx, file, alt[position] ?? '');
  const ids = [...mediaIds, ...files.map(({ id }) => id)];
  const drafts = ids.length > 0 ? await attachMedia(tx, tx.viewer.id, ids, post) : [];
  if (drafts.length < ids.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  // The uploads of drafts and the new files did not count as unattached.
  const unattached = drafts.filter((draft) => draft === null).length - files.length;
  await countAgainstQuota(tx, files, -unattached);
  return ids;
}
