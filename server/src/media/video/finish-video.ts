import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import { emit, transaction } from '../../db/transaction.ts';
import type { MediaRecord } from '../../db/tables.ts';
import type { Turn } from '../../jobs/jobs.ts';
import { TookTooLong } from './ffmpeg.ts';
import { findMedia, finishMedia } from '../media.queries.ts';
import { ORIGINAL, POSTER } from '../prepare-media.ts';
import type { StoredFile } from '../storage/storage.ts';
import { Refused, type MadeFile } from '../worker/worker-tasks.ts';

interface Finished {
  files: MadeFile[];
  width: number;
  height: number;
  placeholder: string;
}

/** Job: makes of a video what it lacks to be shown everywhere, a poster or a form that all browsers play. */
export async function finishVideo(
  ctx: Context,
  { id }: { id: string },
  { isLast }: Turn,
): Promise<void> {
  const row = await findMedia(ctx, id);
  const source = row?.files.find(({ name }) => name === ORIGINAL || name.startsWith('video.'));
  if (!row || !source) return;
  const folder = join(ctx.media.incoming, `finish-${id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const input = join(folder, 'input');
    await pipeline(await ctx.media.storage.read(id, source.name), createWriteStream(input));
    const finished = await finish(ctx, { row, input, folder, isLast });
    const added = await Promise.all(
      finished.files.map(async (file) => ({
        ...file,
        bytes: (await stat(join(folder, file.name))).size,
      })),
    );
    for (const file of added) await ctx.media.storage.put(id, file, join(folder, file.name));
    await note(ctx, row, finished, added);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Work extends Turn {
  row: MediaRecord;
  input: string;
  folder: string;
}

async function finish(ctx: Context, work: Work): Promise<Finished> {
  const { row, input, folder } = work;
  const { width, height, placeholder } = row;
  const finished: Finished = { files: [], width, height, placeholder };
  if (row.status === 'processing') Object.assign(finished, await makePlayable(ctx, work));
  if (!row.files.some(({ name }) => name === POSTER.name)) {
    const poster = await drawPoster(ctx, row.owner_id, input, folder);
    if (poster) {
      finished.files.push(...poster.files);
      finished.placeholder = poster.placeholder;
    }
  }
  return finished;
}

/** What every browser plays; where that can't be made for good, the video as it came, which some do. */
async function makePlayable(
  ctx: Context,
  { row, input, folder, isLast }: Work,
): Promise<Partial<Finished>> {
  const output = join(folder, 'transcoded');
  try {
    if (!ctx.media.ffmpeg) throw new Error('there is no ffmpeg any more');
    await ctx.media.ffmpeg.transcode(input, output);
    const task = { what: 'video', input: output, output: folder, unplayable: 'refuse' } as const;
    return await ctx.media.workers.run(row.owner_id, task);
  } catch (error) {
    ctx.log.warn({ err: error }, 'video could not be transcoded');
    if (!isLast && !(error instanceof TookTooLong)) throw error;
  }
  try {
    const task = { what: 'video', input, output: folder, unplayable: 'copy' } as const;
    return await ctx.media.workers.run(row.owner_id, task);
  } catch (error) {
    // Then there is nothing to play, which its tile says; it must not be said to be coming for ever.
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

/** The row tells of the new files, and its owner's tabs are told; what it no longer needs goes. */
async function note(
  ctx: Context,
  row: MediaRecord,
  { width, height, placeholder }: Finished,
  added: StoredFile[],
): Promise<void> {
  const kept = row.files.filter(({ name }) => name !== ORIGINAL);
  const isThere = await transaction(ctx, async (tx) => {
    const change = { width, height, placeholder, files: [...kept, ...added] };
    if (!(await finishMedia(tx, row.id, change))) return false;
    emit(tx, { name: 'mediaReady', mediaId: row.id, ownerId: row.owner_id });
    return true;
  });
  // Deleted in the meantime: then what was just stored goes after it.
  await ctx.media.storage.delete(row.id, isThere ? [ORIGINAL] : undefined);
}
