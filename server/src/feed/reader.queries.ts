import { sql } from 'kysely';
import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../kernel/context.ts';
import { one, type Row } from '../platform/database/query.ts';

/** The most blocked people that are left out of the candidates. The visibility rule checks all of them later. */
const MAX_BLOCKED_IDS = 500;

const readerRow = {
  /** Ids, separated by commas. The next two and `affinityIds` have the same form. */
  followed: 'text?',
  followedSinceUpdate: 'text?',
  blocked: 'text?',
  seen: 'bytea?',
  lookBackMs: 'float8?',
  affinityIds: 'text?',
  affinityScores: 'text?',
  affinityAt: 'timestamptz?',
  hasTimeline: 'bool',
  snapshotId: 'uuid?',
  startedAt: 'timestamptz?',
  isLargeNetwork: 'bool?',
  list: 'bytea?',
  originals: 'bytea?',
} as const;
export type ReaderRow = Row<typeof readerRow>;

/**
 * Reads a reader in one statement: at most `limit` of the people they follow, the people they block, and their newest stored
 * snapshot of the tab. Another process may have stored it.
 */
export async function findReader(
  ctx: Context,
  userId: string,
  { limit, tab }: { limit: number; tab: FeedTab },
): Promise<ReaderRow | undefined> {
  return one(
    ctx.db.reads,
    readerRow,
    sql`select
        (select string_agg(followee_id::text, ',') from (
          select followee_id from follows where follower_id = ${userId} limit ${limit}::int) as limited) as followed,
        (select string_agg(followee_id::text, ',') from follows
          where follower_id = ${userId} and created_at > reader.followed_until and not has_timeline) as "followedSinceUpdate",
        (select string_agg(blocked_id::text, ',') from (
          select blocked_id from blocks where blocker_id = ${userId} limit ${MAX_BLOCKED_IDS}::int) as limited) as blocked,
        reader.seen, reader.look_back_ms::float8 as "lookBackMs",
        array_to_string(reader.affinity_ids, ',') as "affinityIds", array_to_string(reader.affinity_scores, ',') as "affinityScores",
        reader.affinity_at as "affinityAt", reader.timeline_since is not null as "hasTimeline",
        snapshot.snapshot_id as "snapshotId", snapshot.started_at as "startedAt", snapshot.is_large_network as "isLargeNetwork", snapshot.list, snapshot.originals
      from user_stats
      left join feed_readers as reader on reader.user_id = user_stats.user_id
      left join feed_snapshots as snapshot on snapshot.user_id = user_stats.user_id and snapshot.tab = ${tab}::text
      where user_stats.user_id = ${userId}`,
  );
}
