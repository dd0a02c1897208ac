import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import {
  insertBelow,
  listUnindexed,
  lockBackfill,
  lockUnindexed,
  moveBackfill,
  needsBackfill,
} from './index.queries.ts';

const BATCH = 500;

/** Some of the posts written before there was an index, newest first; goes on in the next job till all are in it. */
export async function backfillIndex(ctx: Context): Promise<void> {
  await transaction(ctx, async (tx) => {
    const before = await lockBackfill(tx);
    if (before === undefined) return;
    const ids = await listUnindexed(tx, before, BATCH);
    const posts = await lockUnindexed(tx, ids);
    if (posts.length > 0) await insertBelow(tx, posts);
    const isOver = ids.length < BATCH;
    await moveBackfill(tx, isOver ? null : (ids.at(-1) ?? null));
    if (!isOver) await addJob(tx, 'backfillIndex', {});
  });
}

/** At the start: takes up what a migration or an earlier run left to do. */
export async function resumeBackfill(ctx: Context): Promise<void> {
  if (await needsBackfill(ctx)) await addJob(ctx, 'backfillIndex', {});
}
