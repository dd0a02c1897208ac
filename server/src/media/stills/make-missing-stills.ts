import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { bytesOf, type StoredFile } from '../../platform/storage/storage.ts';
import { makeStillsJob } from '../media.jobs.ts';
import { changeUsage } from '../quota/usage.queries.ts';
import { storeFiles } from '../store-files.ts';
import { Refused, STILL } from '../worker/worker-tasks.ts';
import {
  listUnseenPictures,
  markAnimated,
  markUnanimated,
  type UnseenPicture,
} from './still.queries.ts';

const BATCH_SIZE = 500;
/** Up to the flags of an extended WebP. */
const HEADER_BYTES = 21;
const ANIMATION_FLAG = 0x02;

/**
 * Makes the stills of animated pictures that an older version stored without one (hourly job). A full batch adds the job again. A
 * picture that fails does not stop the others. The job then fails and runs again.
 */
export async function makeMissingStills(ctx: Context): Promise<void> {
  const pictures = await listUnseenPictures(ctx, BATCH_SIZE);
  const unanimated: string[] = [];
  const failures: unknown[] = [];
  for (const picture of pictures) {
    try {
      const file = await findAnimation(ctx, picture);
      if (!file || !(await addStill(ctx, picture, file))) unanimated.push(picture.id);
    } catch (error) {
      failures.push(error);
    }
  }
  await markUnanimated(ctx, unanimated);
  // Failed pictures come first again. Without one that is done, another try now would not get further.
  if (pictures.length === BATCH_SIZE && failures.length < BATCH_SIZE)
    await addJob(ctx, makeStillsJob, {});
  if (failures.length > 0) throw new AggregateError(failures, 'Some stills could not be made.');
}

/** Finds the moving file of a picture. It reads the file only where the row cannot tell. */
async function findAnimation(
  ctx: Context,
  { id, used_for, files }: UnseenPicture,
): Promise<StoredFile | undefined> {
  const widest = files.at(-1);
  // Avatars and covers are stills, and animations are no wider than their still.
  if (!widest || used_for === 'profile' || (widest.width ?? Infinity) > STILL.width)
    return undefined;
  if (!(await ctx.media.storage.exists(id, widest.name))) return undefined;
  const range = { start: 0, end: HEADER_BYTES - 1 };
  const header = await buffer(await ctx.media.storage.read(id, widest.name, range));
  return isAnimatedWebp(header) ? widest : undefined;
}

function isAnimatedWebp(header: Buffer): boolean {
  return (
    header.toString('latin1', 8, 16) === 'WEBPVP8X' && ((header[20] ?? 0) & ANIMATION_FLAG) !== 0
  );
}

/** Makes and stores the still of this animation. Returns false if the file is broken. */
async function addStill(
  ctx: Context,
  { id, owner_id, files }: UnseenPicture,
  animation: StoredFile,
): Promise<boolean> {
  await ctx.media.disk.assertFree();
  const folder = join(ctx.media.incoming, `still-${id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const input = join(folder, 'input');
    await pipeline(await ctx.media.storage.read(id, animation.name), createWriteStream(input));
    const task = { what: 'picture', input, output: folder, only: [STILL] } as const;
    const made = await ctx.media.workers.run(owner_id, task);
    const added = await storeFiles(ctx, id, made.files, folder);
    // If the picture was deleted meanwhile, the daily sweep deletes the still.
    await transaction(ctx, async (tx) => {
      if (await markAnimated(tx, id, [...files, ...added]))
        await changeUsage(tx, owner_id, { bytes: bytesOf(added) });
    });
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || error.problem === 'disk_full') throw error;
    ctx.log.warn({ err: error, media: id }, 'animated picture has no still');
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
