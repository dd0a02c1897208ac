import { sql } from 'kysely';
import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../kernel/context.ts';
import { one, type Row } from '../platform/database/query.ts';
import { LESS_DAYS } from './less/less.queries.ts';

/** The most blocked and the most muted people that are left out of the candidates. Each page checks all of them later. */
const MAX_BLOCKED_IDS = 500;
/** New lists leave out the posts of this many shown pages. */
const MAX_SHOWN_PAGES = 60;

const readerRow = {
  /** Ids, separated by commas, as in the other columns of type text. `affinityScores` has numbers. */
  followed: 'text?',
  followedSinceUpdate: 'text?',
  blocked: 'text?',
  muted: 'text?',
  /** Only the reposts of these people are muted. */
  mutedReposts: 'text?',
  seen: 'text?',
  /** The reader's "Not this". Each part has the id of a post, the id of its author and its kind. */
  less: 'text?',
  /** The newest shown page that new lists do not read any more. */
  surplusPageId: 'uuid?',
  lookBackMs: 'float8?',
  affinityIds: 'text?',
  affinityScores: 'text?',
  affinityAt: 'timestamptz?',
  hasTimeline: 'bool',
  isTimelineUnread: 'bool',
  /** The newest snapshot of the tab. It has its posts and their originals only if it is new enough. */
  listId: 'uuid?',
  slot: 'int2?',
  listedAt: 'timestamptz?',
  listed: 'text?',
  originals: 'text?',
} as const;
export type ReaderRow = Row<typeof readerRow>;

/** A join with the people whom a reader mutes. */
const mutesOf = (userId: string) => sql`
      left join lateral (
        select string_agg(muted_id::text, ',') filter (where not reposts_only) as muted,
          string_agg(muted_id::text, ',') filter (where reposts_only) as reposts
        from (select muted_id, reposts_only from mutes
          where muter_id = ${userId} and until > now() limit ${MAX_BLOCKED_IDS}::int) as limited) as mutes on true`;

/**
 * Reads a reader in one statement: at most `limit` of the people they follow, and the people they block or mute. Also the posts they
 * have seen, their "Not this", and their newest snapshot of the tab. The snapshot has its posts if it was made after `listsSince`, in
 * milliseconds since 1970. All rows have the reader's key.
 */
export async function findReader(
  ctx: Context,
  userId: string,
  {
    limit,
    tab,
    listsSince,
    hasMutes,
  }: { limit: number; tab: FeedTab; listsSince: number; hasMutes: boolean },
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
        ${hasMutes ? sql`mutes.muted, mutes.reposts` : sql`null::text as muted, null::text`} as "mutedReposts",
        (select string_agg(array_to_string(post_ids, ','), ',') from (select post_ids from feed_pages
          where user_id = ${userId} order by page_id desc limit ${sql.lit(MAX_SHOWN_PAGES)}) as newest) as seen,
        (select string_agg(post_id::text || author_id || kind, ',') from less_shown where user_id = ${userId}
          and created_at > now() - make_interval(days => ${sql.lit(LESS_DAYS)})) as less,
        (select page_id from feed_pages
          where user_id = ${userId} order by page_id desc offset ${sql.lit(MAX_SHOWN_PAGES)} limit 1) as "surplusPageId",
        snapshot.look_back_ms::float8 as "lookBackMs", snapshot.slot,
        coalesce(reader.timeline_since is not null and reader.read_at < now() - interval '1 day', false) as "isTimelineUnread",
        array_to_string(reader.affinity_ids, ',') as "affinityIds", array_to_string(reader.affinity_scores, ',') as "affinityScores",
        reader.affinity_at as "affinityAt", reader.timeline_since is not null as "hasTimeline",
        snapshot.snapshot_id as "listId", snapshot.started_at as "listedAt", array_to_string(snapshot.post_ids, ',') as listed,
        array_to_string(snapshot.original_ids, ',', '') as originals
      from user_stats
      left join feed_readers as reader on reader.user_id = user_stats.user_id
      ${hasMutes ? mutesOf(userId) : sql``}
      left join lateral (select slot, snapshot_id, started_at, look_back_ms,
          case when started_at > ${new Date(listsSince)} then post_ids end as post_ids,
          case when started_at > ${new Date(listsSince)} then original_ids end as original_ids
        from feed_snapshots where user_id = ${userId} and tab = ${tab}::text order by snapshot_id desc limit 1) as snapshot on true
      where user_stats.user_id = ${userId}`,
  );
}
