import { sql, type RawBuilder } from 'kysely';
import type { AnyNotificationType } from '@roost/contract/notifications';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../../platform/database/query.ts';
import type { GroupName } from './sealed-group-key.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import {
  byDay,
  day,
  extendedCount,
  isLeftOut,
  leftOutPeople,
  unreadCount,
  unreadGroups,
  unreadRows,
} from '../notification-list.queries.ts';

/** The most notifications that one statement groups, the newest first. */
const MAX_GROUPED_NOTIFICATIONS = 10_000;
const DAY_MS = 86_400_000;

/** Which notifications are grouped. */
export interface GroupFilter {
  /** Null for all. */
  types: readonly AnyNotificationType[] | null;
  /** Only by people the owner follows. */
  isOfFollowed: boolean;
  /** False if the owner is known to mute nobody. */
  hasMutes?: boolean;
}

export interface GroupRange {
  /** Only groups whose newest notification is older than this one; null for all. */
  after: string | null;
  /** Leaves out notifications newer than this one, so no group moves while somebody pages. */
  top: string | null;
  offset: number;
  limit: number;
}

export interface GroupRow extends GroupName {
  newestId: string;
  createdAt: Date;
  count: number;
  unread: number;
  /** The actors of the newest notifications. */
  actorIds: string[];
  /** The detail of the newest one. */
  detail: string | null;
}

export interface FoundGroups {
  groups: GroupRow[];
  /** The number of groups found. Without a cursor these are all groups, with a cursor only as many as the page needs. */
  total: number;
  unread: number;
  /** The number of unread notifications of extended types. */
  extended: number;
  /** The number of groups with something unread. */
  unreadGroups: number;
  /** The newest notification that the statement read. */
  top: string | null;
  /** The last notification that the statement read, if it stopped before the end. */
  stoppedAt: string | null;
}

/** Every row repeats the counts. An empty page is one row with counts only. */
const listedGroup = {
  all: 'int8',
  unread_all: 'int8',
  extended_all: 'int8',
  groups_all: 'int8',
  top: 'uuid?',
  oldest: 'uuid?',
  read: 'int8',
  type: narrow<AnyNotificationType | null>('text?'),
  postId: 'uuid?',
  day: 'int4?',
  newestId: 'uuid?',
  createdAt: 'timestamptz?',
  count: 'int8?',
  unread: 'int8?',
  actors: 'text?',
  detail: 'text?',
} as const;
type ListedGroup = Row<typeof listedGroup>;

const isGroup = (
  row: ListedGroup,
): row is ListedGroup & Omit<GroupRow, 'actorIds'> & { actors: string } => row.newestId !== null;

/**
 * Lists groups in the order of their newest notification. All rows are under the owner's key, so one statement is enough. It
 * reads at most `MAX_GROUPED_NOTIFICATIONS`, and checks by an index whether an earlier page showed a group.
 */
export async function listGroupRows(
  ctx: Context,
  userId: string,
  filter: GroupFilter,
  range: GroupRange,
): Promise<FoundGroups> {
  const found = await rows(ctx.db.reads, listedGroup, groupsQuery(userId, filter, range));
  const [counts] = found;
  return {
    groups: found.filter(isGroup).map((row) => ({
      type: row.type,
      postId: row.postId,
      day: row.day,
      newestId: row.newestId,
      createdAt: row.createdAt,
      count: row.count,
      unread: row.unread,
      actorIds: row.actors.split(','),
      detail: row.detail,
    })),
    total: counts?.all ?? 0,
    unread: counts?.unread_all ?? 0,
    extended: counts?.extended_all ?? 0,
    unreadGroups: counts?.groups_all ?? 0,
    top: counts?.top ?? null,
    stoppedAt: counts && counts.read === MAX_GROUPED_NOTIFICATIONS ? counts.oldest : null,
  };
}

function groupsQuery(userId: string, filter: GroupFilter, range: GroupRange) {
  const { after, offset, limit } = range;
  const isNew = after
    ? isFirstShownAfter(userId, filter, { after, top: range.top, limit: offset + limit })
    : sql``;
  return sql`
    with ${leftOutPeople(userId, filter)}, read as materialized (${newestOf(userId, filter, range)}), grouped as (
      select type, post_id, ${day} as day, (array_agg(id order by id desc))[1] as newest_id, max(created_at) as created_at,
        count(*) as count, count(*) filter (where not is_read) as unread,
        array_to_string((array_agg(actor_id order by id desc))[1:3], ',') as actors, max(detail) as detail
      from read as notifications where ${isWanted(userId, filter)} group by 1, 2, 3
    ), fresh as materialized (
      select * from (select * from grouped order by newest_id desc) as grouped ${isNew}
    ), page as (
      select * from fresh order by newest_id desc limit ${limit} offset ${offset}
    ), ${unreadRows(userId, filter.hasMutes)}, counts as (
      select (select count(*) from fresh) as all, (${unreadCount}) as unread_all, (${extendedCount}) as extended_all,
        (${unreadGroups}) as groups_all,
        (select id from read order by id desc limit 1) as top, (select id from read order by id limit 1) as oldest,
        (select count(*) from read) as read
    )
    select counts.*, type, post_id as "postId", day, newest_id as "newestId", created_at as "createdAt", count, unread, actors,
      detail
    from counts left join page on true order by newest_id desc`;
}

/** The newest notifications of a range, by all actors. Each type has its own index. */
function newestOf(
  userId: string,
  { types }: GroupFilter,
  { after, top }: GroupRange,
): RawBuilder<unknown> {
  const within = sql`user_id = ${userId} ${top ? sql`and id <= ${top}::uuid` : sql``}
    ${after ? sql`and id < ${after}::uuid` : sql``}`;
  const newest = (ofType: RawBuilder<unknown>) => sql`
    (select id, actor_id, type, post_id, detail, is_read, is_withheld, created_at from notifications
    where ${within} ${ofType} order by id desc limit ${MAX_GROUPED_NOTIFICATIONS})`;
  const each = types ? types.map((type) => newest(sql`and type = ${type}`)) : [newest(sql``)];
  const [first, ...rest] = each;
  if (first && rest.length === 0) return first;
  return sql`${sql.join(each, sql` union all `)} order by id desc limit ${MAX_GROUPED_NOTIFICATIONS}`;
}

/**
 * Leaves out groups whose newest notification is above the range, because earlier pages showed them. `offset 0` prevents a
 * join: PostgreSQL then checks one group after the other, until the page is full.
 */
function isFirstShownAfter(
  userId: string,
  filter: GroupFilter,
  { after, top, limit }: { after: string; top: string | null; limit: number },
): RawBuilder<unknown> {
  const above = sql`user_id = ${userId} and ${isWanted(userId, filter)} and id >= ${after}::uuid
    ${top ? sql`and id <= ${top}::uuid` : sql``}`;
  // Ids follow the clock of their node, and clocks differ. So follows of a day have ids of that day or of the next.
  const nextDay = sql`(lpad(to_hex((grouped.day + 2) * ${DAY_MS}::bigint), 12, '0') || repeat('0', 20))::uuid`;
  return sql`
    where not exists (select from notifications
        where ${above} and type = grouped.type and post_id = grouped.post_id offset 0)
      and not exists (select from notifications
        where ${above} and type = grouped.type and type in ${byDay} and id < ${nextDay} and ${day} = grouped.day offset 0)
    limit ${limit}`;
}

const isWanted = (userId: string, { isOfFollowed, hasMutes = true }: GroupFilter) => sql`
  not ${isLeftOut({ isExtended: true, hasMutes })}
  ${
    isOfFollowed
      ? sql`and exists (select from follows where follower_id = ${userId} and followee_id = notifications.actor_id)`
      : sql``
  }`;

/** A group, up to the newest notification that its owner saw. */
export interface SeenGroup extends GroupName {
  newestId: string;
}

/** The notifications of these groups up to the seen ones. */
const inGroups = (userId: string, groups: readonly SeenGroup[], which = sql``) => sql`
  with seen as (
    select * from unnest(${groups.map(({ type }) => type)}::text[], ${groups.map(({ postId }) => postId)}::uuid[],
      ${groups.map((group) => group.day)}::int[], ${groups.map(({ newestId }) => newestId)}::uuid[])
      as seen (type, post_id, seen_day, newest_id)
  )
  select notifications.id from notifications
  join seen on notifications.type = seen.type and notifications.post_id = seen.post_id and notifications.id <= seen.newest_id
  where user_id = ${userId} ${which}
  union all
  select notifications.id from notifications
  join seen on notifications.type = seen.type and seen.type in ${byDay} and ${day} = seen.seen_day
    and notifications.id <= seen.newest_id
  where user_id = ${userId} ${which}`;

export async function hasInGroup(ctx: Context, userId: string, group: SeenGroup): Promise<boolean> {
  const found = await one(ctx.db.reads, { id: 'uuid' }, sql`${inGroups(userId, [group])} limit 1`);
  return found !== undefined;
}

/** False if none was unread. */
export async function markGroupRowsRead(
  ctx: Context,
  userId: string,
  groups: readonly SeenGroup[],
): Promise<boolean> {
  if (groups.length === 0) return false;
  return inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`update notifications set is_read = true where user_id = ${userId}
          and id in (${inGroups(userId, groups, sql`and not is_read`)} limit ${sql.lit(limit)})`,
    ),
  );
}

/** False if there were none. */
export async function deleteGroupRows(
  ctx: Context,
  userId: string,
  group: SeenGroup,
): Promise<boolean> {
  return inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from notifications where user_id = ${userId}
          and id in (${inGroups(userId, [group])} limit ${sql.lit(limit)})`,
    ),
  );
}
