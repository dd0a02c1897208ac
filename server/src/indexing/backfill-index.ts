import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import {
  findUnindexed,
  insertBelow,
  lockBackfill,
  moveBackfill,
  needsBackfill,
} from './index.queries.ts';

const BATCH = 500;

/** Some of the posts written before there was an index, newest first; goes on in the next job till all are in it. */
export async function backfillIndex(ctx: Context): Promise<void> {
  await transaction(ctx, async (tx) => {
    const before = await lockBackfill(tx);
    if (before === undefined) return;
    const posts = await findUnindexed(tx, before, BATCH);
    if (posts.length > 0) await insertBelow(tx, posts);
    const isOver = posts.length < BATCH;
    await moveBackfill(tx, isOver ? null : (posts.at(-1)?.id ?? null));
    if (!isOver) await addJob(tx, 'backfillIndex', {});
  });
}

/** At the start: takes up what a migration or an earlier run left to do. */
export async function resumeBackfill(ctx: Context): Promise<void> {
  if (await needsBackfill(ctx)) await addJob(ctx, 'backfillIndex', {});
}
