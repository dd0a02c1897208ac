import { id as idSchema } from '@roost/contract/wire';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { deleteExports, hasExport, listExportIdsOf, listOverExports } from './export.queries.ts';

const EXPORTS_PER_BATCH = 100;
/** A file that is so old has a row, or nobody needs it. */
const MIN_ORPHAN_AGE_MS = 86_400_000;

/** Deletes exports whose time is over, and files without a row (hourly). */
export async function sweepExports(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await listOverExports(ctx, EXPORTS_PER_BATCH);
    await removeExports(ctx, ids);
    if (ids.length < EXPORTS_PER_BATCH) break;
  }
  await sweepOrphanFiles(ctx);
}

/** Deletes all exports of a person. */
export async function eraseExports(ctx: Context, userId: string): Promise<void> {
  await removeExports(ctx, await listExportIdsOf(ctx, userId));
}

/** The file goes first. So a crash leaves a row, and the next run deletes both. */
async function removeExports(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) await ctx.media.exports.delete(id);
  await deleteExports(ctx, ids);
}

async function sweepOrphanFiles(ctx: Context): Promise<void> {
  for await (const { id, writtenAt } of ctx.media.exports.list()) {
    const isOld = wallClock() - writtenAt.getTime() > MIN_ORPHAN_AGE_MS;
    if (!isOld || !idSchema.safeParse(id).success) continue;
    if (!(await hasExport(ctx, id))) await ctx.media.exports.delete(id);
  }
}
