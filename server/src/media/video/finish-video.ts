import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import type { MediaRecord } from '../../platform/database/tables.ts';
import type { Attempt } from '../../platform/jobs/job.ts';
import { TranscodeTimeout } from './ffmpeg.ts';
import { changeUsage } from '../quota/usage.queries.ts';
import { findMedia, finishMedia } from '../media.queries.ts';
import { storeFiles } from '../store-files.ts';
import { ORIGINAL, POSTER } from '../uploads/prepare-media.ts';
import { bytesOf, type StoredFile } from '../../platform/storage/storage.ts';
import { isPoster, Refused, type MadeFile } from '../worker/worker-tasks.ts';
import { mediaReady } from '../media.events.ts';

interface Finished {
  files: MadeFile[];
  width: number;
  height: number;
  placeholder: string;
}

/** Completes a video (job): makes it playable in all browsers and adds a poster. */
export async function finishVideo(
  ctx: Context,
  { id }: { id: string },
  { isLast }: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const row = await findMedia(ctx, id);
  const source = row?.files.find(({ name }) => name === ORIGINAL || name.startsWith('video.'));
  if (!row || !source) return;
  await ctx.media.disk.assertFree();
  const folder = join(ctx.media.incoming, `finish-${id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const input = join(folder, 'input');
    await pipeline(await ctx.media.storage.read(id, source.name), createWriteStream(input));
    const finished = await makeMissingFiles(ctx, { row, input, folder, isLast });
    const added = await storeFiles(ctx, id, finished.files, folder);
    await recordResult(ctx, row, finished, added);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface VideoWork extends Pick<Attempt, 'isLast'> {
  row: MediaRecord;
  input: string;
  folder: string;
}

async function makeMissingFiles(ctx: Context, work: VideoWork): Promise<Finished> {
  const { row, input, folder } = work;
  const { width, height, placeholder } = row;
  const finished: Finished = { files: [], width, height, placeholder };
  if (row.status === 'processing') Object.assign(finished, await makePlayable(ctx, work));
  if (!row.files.some(isPoster)) {
    const poster = await drawPoster(ctx, row.owner_id, input, folder);
    if (poster) {
      finished.files.push(...poster.files);
      finished.placeholder = poster.placeholder;
    }
  }
  return finished;
}

/**
 * Returns a video that every browser plays. After the last failure it returns the original, which some browsers play.
 */
async function makePlayable(
  ctx: Context,
  { row, input, folder, isLast }: VideoWork,
): Promise<Partial<Finished>> {
  const output = join(folder, 'transcoded');
  try {
    if (!ctx.media.ffmpeg) throw new Error('there is no ffmpeg any more');
    await ctx.media.ffmpeg.transcode(input, output);
    const task = { what: 'video', input: output, output: folder, unplayable: 'refuse' } as const;
    return await ctx.media.workers.run(row.owner_id, task);
  } catch (error) {
    ctx.log.warn({ err: error }, 'video could not be transcoded');
    if (!isLast && !(error instanceof TranscodeTimeout)) throw error;
  }
  try {
    const task = { what: 'video', input, output: folder, unplayable: 'copy' } as const;
    return await ctx.media.workers.run(row.owner_id, task);
  } catch (error) {
    // Nothing is playable. The video must not stay in processing, so its tile says so.
    if (error instanceof Refused) return {};
    throw error;
  }
}

async function drawPoster(ctx: Context, owner: string, input: string, folder: string) {
  const frame = join(folder, 'frame');
  try {
    await ctx.media.ffmpeg?.drawPoster(input, frame);
    const task = { what: 'picture', input: frame, output: folder, only: [POSTER] } as const;
    return await ctx.media.workers.run(owner, task);
  } catch (error) {
    ctx.log.warn({ err: error }, 'video has no poster');
    return null;
  }
}

/** Stores the new files in the row and tells the owner's tabs. Then deletes files that are no longer needed. */
async function recordResult(
  ctx: Context,
  row: MediaRecord,
  { width, height, placeholder }: Finished,
  added: StoredFile[],
): Promise<void> {
  const kept = row.files.filter(({ name }) => name !== ORIGINAL);
  const isStored = await transaction(ctx, async (tx) => {
    const change = { width, height, placeholder, files: [...kept, ...added] };
    if (!(await finishMedia(tx, row.id, change))) return false;
    await changeUsage(tx, row.owner_id, { bytes: bytesOf(change.files) - bytesOf(row.files) });
    emit(tx, mediaReady, { mediaId: row.id, ownerId: row.owner_id });
    return true;
  });
  // If the row was deleted meanwhile, the new files go too.
  await ctx.media.storage.delete(row.id, isStored ? [ORIGINAL] : undefined);
}
