import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { addJob } from '../jobs/jobs.ts';
import { deleteForgottenMedia, existingMedia, findStuckVideos } from './media.queries.ts';

const DAY = 86_400_000;
/** What an upload or its making takes, with much room. */
const LONGEST_UPLOAD = DAY / 4;
const AT_ONCE = 500;

export async function deleteMediaFiles(ctx: Context, { ids }: { ids: string[] }): Promise<void> {
  await Promise.all(ids.map(async (id) => ctx.media.storage.delete(id)));
}

/** Takes away uploads nothing was posted with, and what was left half way by requests that never ended. */
export async function sweepUploads(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await deleteForgottenMedia(ctx, AT_ONCE);
    await deleteMediaFiles(ctx, { ids });
    if (ids.length < AT_ONCE) break;
  }
  for (const name of await readdir(ctx.media.incoming).catch(() => [])) {
    const path = join(ctx.media.incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LONGEST_UPLOAD)
      await rm(path, { recursive: true, force: true });
  }
}

/** Goes on with videos whose job is gone, as when the server was ended in its last turn. */
export async function resumeVideos(ctx: Context): Promise<void> {
  // Ids begin with their time, so only the newest of the table are looked at.
  const since = firstIdOf(Date.now() - 3 * DAY);
  const ids = await findStuckVideos(ctx, since, AT_ONCE);
  for (const id of ids) await addJob(ctx, 'finishVideo', { id });
}

function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Daily: files whose rows are gone, or never came to be. Young ones may still be waiting for theirs. */
export async function sweepOrphans(ctx: Context): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    const known = await existingMedia(ctx, batch);
    await deleteMediaFiles(ctx, { ids: batch.filter((id) => !known.has(id)) });
    batch = [];
  };
  for await (const { id, writtenAt } of ctx.media.storage.list()) {
    if (Date.now() - writtenAt.getTime() > DAY && isId(id)) batch.push(id);
    if (batch.length >= AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
}

function isId(name: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
}
