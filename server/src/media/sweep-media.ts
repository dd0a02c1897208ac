import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { finishVideoJob } from './media.jobs.ts';
import { releaseQuota } from './delete-files.ts';
import { deleteExpiredUploads, findExistingIds, findStuckVideos } from './media.queries.ts';
import { recountUsage } from './quota/recount-usage.ts';
import { wallClock } from '../lib/wall-clock.ts';

const DAY_MS = 86_400_000;
/** A generous limit for an upload and its processing. */
const MAX_UPLOAD_MS = DAY_MS / 4;
const BATCH_SIZE = 500;

export async function deleteMediaFiles(ctx: Context, { ids }: { ids: string[] }): Promise<void> {
  await Promise.all(ids.map(async (id) => ctx.media.storage.delete(id)));
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

/**
 * Deletes files without a row (daily job), and recounts what people store. Young files may still wait for their row.
 */
export async function sweepOrphans(ctx: Context): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    const known = await findExistingIds(ctx, batch);
    await deleteMediaFiles(ctx, { ids: batch.filter((id) => !known.has(id)) });
    batch = [];
  };
  for await (const { id, writtenAt } of ctx.media.storage.list()) {
    if (wallClock() - writtenAt.getTime() > DAY_MS && isId(id)) batch.push(id);
    if (batch.length >= BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  await recountUsage(ctx);
}

function isId(name: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
}
