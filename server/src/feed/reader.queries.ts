import { sql } from 'kysely';
import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../kernel/context.ts';
import { one, type Row } from '../platform/database/query.ts';

/** The most blocked people that are left out of the candidates. The visibility rule checks all of them later. */
const MAX_BLOCKED_IDS = 500;
/** New lists leave out the posts of this many shown pages. */
const MAX_SHOWN_PAGES = 60;

const readerRow = {
  /** Ids, separated by commas. `followedSinceUpdate`, `blocked`, `seen` and `affinityIds` have the same form. */
  followed: 'text?',
  followedSinceUpdate: 'text?',
  blocked: 'text?',
  seen: 'text?',
  lookBackMs: 'float8?',
  affinityIds: 'text?',
  affinityScores: 'text?',
  affinityAt: 'timestamptz?',
  hasTimeline: 'bool',
  outdatedPageId: 'uuid?',
  isTimelineUnread: 'bool',
  slot: 'int2?',
  listedAt: 'timestamptz?',
  /** The ids of the posts in the list, and of the originals of its reposts. Null for an older list. */
  listed: 'text?',
} as const;
export type ReaderRow = Row<typeof readerRow>;

/**
 * Reads a reader in one statement: at most `limit` of the people they follow, the people they block, the posts they have seen,
 * and their newest snapshot of the tab. It has the posts of the snapshot if that was made after `listsSince`, in milliseconds
 * since 1970. All rows have the reader's key.
 */
export async function findReader(
  ctx: Context,
  userId: string,
  { limit, tab, listsSince }: { limit: number; tab: FeedTab; listsSince: number },
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
        shown.post_ids as seen, shown.outdated_page_id as "outdatedPageId",
        snapshot.look_back_ms::float8 as "lookBackMs", snapshot.slot,
        coalesce(reader.timeline_since is not null and reader.read_at < now() - interval '1 day', false) as "isTimelineUnread",
        array_to_string(reader.affinity_ids, ',') as "affinityIds", array_to_string(reader.affinity_scores, ',') as "affinityScores",
        reader.affinity_at as "affinityAt", reader.timeline_since is not null as "hasTimeline",
        snapshot.started_at as "listedAt",
        case when snapshot.started_at > ${new Date(listsSince)} then array_to_string(snapshot.post_ids || snapshot.original_ids, ',') end as listed
      from user_stats
      left join feed_readers as reader on reader.user_id = user_stats.user_id
      left join lateral (select slot, started_at, look_back_ms, post_ids, original_ids from feed_snapshots
        where user_id = ${userId} and tab = ${tab}::text order by snapshot_id desc limit 1) as snapshot on true
      left join lateral (select string_agg(array_to_string(post_ids, ','), ',') as post_ids,
          (array_agg(page_id order by page_id desc))[${sql.lit(MAX_SHOWN_PAGES + 1)}] as outdated_page_id
        from (select page_id, post_ids from feed_pages where user_id = ${userId}
          order by page_id desc limit ${sql.lit(MAX_SHOWN_PAGES + 1)}) as newest) as shown on true
      where user_stats.user_id = ${userId}`,
  );
}
