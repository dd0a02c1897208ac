import { sql } from 'kysely';
import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';
import { idList, partsOf } from '../feed.queries.ts';
import { idOfTime } from '../../lib/id-times.ts';
import { SNAPSHOT_SLOTS, type FeedSnapshot } from './feed-snapshot.ts';

/** Finds a snapshot of a person's tab by its id, or the newest one. */
export async function findSnapshot(
  ctx: Context,
  { userId, tab, id }: { userId: string; tab: FeedTab; id: string | null },
): Promise<FeedSnapshot | undefined> {
  const row = await one(
    ctx.db.reads,
    { id: 'uuid', slot: 'int2', startedAt: 'timestamptz', posts: 'text', originals: 'text' },
    sql`select snapshot_id as id, slot, started_at as "startedAt", array_to_string(post_ids, ',') as posts,
        array_to_string(original_ids, ',', '') as originals
      from feed_snapshots
      where user_id = ${userId} and tab = ${tab}::text and (snapshot_id = ${id}::uuid or ${id}::uuid is null)
      order by snapshot_id desc limit 1`,
  );
  return row && snapshotFrom(userId, tab, row);
}

/** A stored snapshot, with the ids of its posts and of their originals as two texts. */
interface StoredSnapshot {
  id: string;
  slot: number;
  startedAt: Date;
  posts: string;
  originals: string;
}

export function snapshotFrom(
  userId: string,
  tab: FeedTab,
  { id, slot, startedAt, posts, originals }: StoredSnapshot,
): FeedSnapshot {
  return {
    id,
    userId,
    tab,
    slot,
    previousId: null,
    startedAt: startedAt.getTime(),
    postIds: partsOf(posts),
    originalIds: originals.split(',').map((each) => each || null),
    lookBackMs: null,
    stored: Promise.resolve(),
    remaining: null,
    shownBy: null,
    checkedUpTo: -1,
    newsSince: idOfTime(startedAt.getTime()),
  };
}

/**
 * Stores a snapshot in place of the oldest one of the person's tab. Another process may have stored one at the same time. Then this
 * takes the next slot.
 */
export async function storeSnapshot(ctx: Context, snapshot: FeedSnapshot): Promise<void> {
  for (let n = 0; n < SNAPSHOT_SLOTS; n += 1)
    if (await upsertSnapshot(ctx, { ...snapshot, slot: (snapshot.slot + n) % SNAPSHOT_SLOTS }))
      return;
}

/** Returns false if the slot has a snapshot that is newer than the previous one. */
async function upsertSnapshot(
  ctx: Context,
  { id, previousId, userId, tab, slot, startedAt, postIds, originalIds, lookBackMs }: FeedSnapshot,
): Promise<boolean> {
  const stored = await one(
    ctx.db,
    { slot: 'int2' },
    sql`insert into feed_snapshots (user_id, tab, slot, snapshot_id, started_at, look_back_ms, post_ids, original_ids)
      values (${userId}, ${tab}, ${slot}, ${id}, ${new Date(startedAt)}, ${lookBackMs}, ${idList(postIds)}, ${`{${originalIds.map((each) => each ?? 'null').join(',')}}`}::uuid[])
      on conflict (user_id, tab, slot) do update set snapshot_id = excluded.snapshot_id, started_at = excluded.started_at,
        look_back_ms = excluded.look_back_ms, post_ids = excluded.post_ids, original_ids = excluded.original_ids
      where feed_snapshots.snapshot_id <= ${previousId}::uuid or feed_snapshots.snapshot_id = excluded.snapshot_id
      returning slot`,
  );
  return stored !== undefined;
}

/** Deletes the snapshots older than one day. Their cursors then continue in a new snapshot. */
export async function deleteOldSnapshots(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('feed_snapshots')
    .where('started_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
