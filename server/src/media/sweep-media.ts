import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { finishVideoJob } from './media.jobs.ts';
import { releaseQuota } from './delete-files.ts';
import { findHeldIds } from './held-media.queries.ts';
import { deleteExpiredUploads, findExistingIds, findStuckVideos } from './media.queries.ts';
import { recountUsage } from './quota/recount-usage.ts';
import { wallClock } from '../lib/wall-clock.ts';

const DAY_MS = 86_400_000;
/** A generous limit for an upload and its processing. */
const MAX_UPLOAD_MS = DAY_MS / 4;
const BATCH_SIZE = 500;

/** Deletes the files of media, except those that reports hold. */
export async function deleteMediaFiles(ctx: Context, { ids }: { ids: string[] }): Promise<void> {
  const held = await findHeldIds(ctx, ids);
  const unused = ids.filter((id) => !held.has(id));
  await Promise.all(unused.map(async (id) => ctx.media.storage.delete(id)));
}

/** Deletes uploads that nobody attached, and the files of requests that never ended. */
export async function sweepUploads(ctx: Context): Promise<void> {
  for (;;) {
    const deleted = await transaction(ctx, async (tx) => {
      const rows = await deleteExpiredUploads(tx, BATCH_SIZE);
      await releaseQuota(tx, rows);
      return rows;
    });
    await deleteMediaFiles(ctx, { ids: deleted.map(({ id }) => id) });
    if (deleted.length < BATCH_SIZE) break;
  }
  for (const name of await readdir(ctx.media.incoming).catch(() => [])) {
    const path = join(ctx.media.incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && wallClock() - found.mtimeMs > MAX_UPLOAD_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Adds the job of videos again whose job is gone, for example after a crash in its last attempt. */
export async function resumeVideos(ctx: Context): Promise<void> {
  // Ids begin with their time, so this search reads only the newest rows.
  const since = firstIdOf(wallClock() - 3 * DAY_MS);
  const ids = await findStuckVideos(ctx, since, BATCH_SIZE);
  for (const id of ids) await addJob(ctx, finishVideoJob, { id });
}

function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Deletes files without a row (daily job), and recounts what people store. */
export async function sweepOrphans(ctx: Context): Promise<void> {
  for await (const ids of listOrphans(ctx)) await deleteMediaFiles(ctx, { ids });
  await recountUsage(ctx);
}

/** Lists the ids of files without a row, in batches. Young files may still wait for their row. */
export async function* listOrphans(ctx: Context): AsyncGenerator<string[]> {
  let batch: string[] = [];
  const orphansOf = async (ids: string[]) => {
    const known = await findExistingIds(ctx, ids);
    return ids.filter((id) => !known.has(id));
  };
  for await (const { id, writtenAt } of ctx.media.storage.list()) {
    if (wallClock() - writtenAt.getTime() > DAY_MS && isId(id)) batch.push(id);
    if (batch.length < BATCH_SIZE) continue;
    yield await orphansOf(batch);
    batch = [];
  }
  if (batch.length > 0) yield await orphansOf(batch);
}

function isId(name: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
}
