import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';
import type { FeedSnapshot } from './feed-snapshot.ts';

/** How many fingerprints of seen posts the database keeps for each person. A fingerprint has four bytes. */
const MAX_SEEN_FINGERPRINTS = 600;

/** Stores snapshots in one statement. Each replaces the previous one of its person and tab. */
export async function upsertSnapshots(
  ctx: Context,
  snapshots: readonly FeedSnapshot[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into feed_snapshots (user_id, tab, snapshot_id, started_at, is_large_network, list, originals)
      select * from unnest(${snapshots.map(({ userId }) => userId)}::uuid[], ${snapshots.map(({ tab }) => tab)}::text[],
        ${snapshots.map(({ id }) => id)}::uuid[], ${snapshots.map(({ startedAt }) => new Date(startedAt))}::timestamptz[],
        ${snapshots.map(({ isLargeNetwork }) => isLargeNetwork)}::boolean[], ${snapshots.map(({ list }) => list)}::bytea[],
        ${snapshots.map(({ originals }) => originals)}::bytea[])
      on conflict (user_id, tab) do update set snapshot_id = excluded.snapshot_id, started_at = excluded.started_at,
        is_large_network = excluded.is_large_network, list = excluded.list, originals = excluded.originals`,
  );
}

export interface ReaderUpdate {
  userId: string;
  /** Packed fingerprints of the posts that the reader saw. */
  seen: Buffer;
  lookBackMs: number | null;
}

/** Adds the newly seen posts of these readers, and replaces their look-back window unless it is null. */
export async function upsertReaders(ctx: Context, updates: readonly ReaderUpdate[]): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into feed_readers (user_id, seen, look_back_ms)
      select * from unnest(${updates.map(({ userId }) => userId)}::uuid[], ${updates.map(({ seen }) => seen)}::bytea[],
        ${updates.map(({ lookBackMs }) => lookBackMs)}::bigint[])
      on conflict (user_id) do update set read_at = excluded.read_at,
        look_back_ms = coalesce(excluded.look_back_ms, feed_readers.look_back_ms),
        seen = substring(feed_readers.seen || excluded.seen
          from greatest(1, length(feed_readers.seen) + length(excluded.seen) - ${sql.lit(MAX_SEEN_FINGERPRINTS * 4 - 1)}))`,
  );
}

/** Deletes the snapshots that nobody can continue any more. */
export async function deleteOldSnapshots(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('feed_snapshots')
    .where('started_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
