import { sql, type RawBuilder } from 'kysely';
import type { AnyNotificationType } from '@roost/contract/notifications';
import type { Context } from '../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../platform/database/query.ts';
import type { AccessScope } from '../posts/visibility.ts';
import { followRequestsCount } from '../users/user.queries.ts';
import { inBatches } from '../platform/database/in-batches.ts';

const columns = ['id', 'actor_id', 'type', 'post_id', 'detail', 'is_read', 'created_at'] as const;

/** Which notifications of a person a list or a count has. */
export interface NotificationScope {
  /** With the types that only some clients know. */
  isExtended?: boolean;
  /** False if the person is known to mute nobody. */
  hasMutes?: boolean;
}

/**
 * A common table expression with one row and two arrays. The owner's lists leave out all notifications of the first people, and
 * only the reposts of the second. There is a block between the owner and the person, the owner mutes the person, or the person is
 * hidden. A block deletes notifications, so only a concurrent action leaves one. A mute hides those from before it.
 *
 * The arrays are short, because blocked and hidden people are in them only if they have sent something. There may be thousands of
 * others. PostgreSQL then reads the shorter side: the hidden people, or the senders.
 */
export const leftOutPeople = (userId: string, { hasMutes = true }: NotificationScope = {}) => {
  const hasSent = (column: string) =>
    sql`exists (select from notifications as sent where sent.user_id = ${userId} and sent.actor_id = ${sql.ref(column)})`;
  const muted = sql`select muted_id from mutes where muter_id = ${userId} and until > now()`;
  return sql`left_out as materialized (
    select array(
      select blocked_id from blocks where blocker_id = ${userId} and ${hasSent('blocked_id')}
      union all select blocker_id from blocked_by where blocked_id = ${userId} and ${hasSent('blocker_id')}
      union all select hidden_users.user_id from hidden_users where until > now() and ${hasSent('hidden_users.user_id')}
      ${hasMutes ? sql`union all ${muted} and not reposts_only` : sql``}
    ) as ids, ${hasMutes ? sql`array(${muted} and reposts_only)` : sql`'{}'::uuid[]`} as repost_ids)`;
};

/** SQL conditions: the sender of the notification is left out, or only the reposts of the sender are. They need `leftOutPeople`. */
const isBySomebodyLeftOut = sql`notifications.actor_id = any((select ids from left_out)::uuid[])`;
const isMutedRepost = sql`notifications.type = 'repost' and notifications.actor_id = any((select repost_ids from left_out)::uuid[])`;

/** An SQL condition: the notification is out of scope, its sender is left out, or its post is withheld. It needs `leftOutPeople`. */
export const isLeftOut = ({ isExtended = false, hasMutes = true }: NotificationScope = {}) =>
  sql<boolean>`(${isBySomebodyLeftOut} ${hasMutes ? sql`or (${isMutedRepost})` : sql``} or is_withheld
    ${isExtended ? sql`` : sql`or is_extended`})`;

/** Counting stops here, so that a long list does not cost more than its page. */
const MAX_COUNTED_NOTIFICATIONS = 10_000;

/**
 * An SQL query that counts the notifications that a list shows: all, without those whose senders it leaves out. Both parts read
 * only indexes. It needs `leftOutPeople`.
 */
function shownCount(
  userId: string,
  { isExtended = false, hasMutes = true }: NotificationScope,
  ofType: RawBuilder<unknown>,
) {
  const inScope = sql`from notifications where user_id = ${userId} and not is_withheld ${isExtended ? sql`` : sql`and not is_extended`} ${ofType}`;
  return sql`select (select count(*) from (select ${inScope} limit ${sql.lit(MAX_COUNTED_NOTIFICATIONS)}) as counted)
    - (select count(*) ${inScope} and ${isBySomebodyLeftOut})
    ${hasMutes ? sql`- (select count(*) ${inScope} and ${isMutedRepost} and not ${isBySomebodyLeftOut})` : sql``}`;
}

export async function findNotifications(
  ctx: Context,
  userId: string,
  ids: string[],
  isExtended = true,
) {
  return ctx.db.reads
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${ids})`)
    .where('is_withheld', '=', sql.lit(false))
    .$if(!isExtended, (some) => some.where('is_extended', '=', sql.lit(false)))
    .execute();
}
export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number];

/** Finds notifications of several people in one statement. */
export async function findNotificationsOfPeople(
  ctx: Context,
  notifications: readonly { userId: string; id: string }[],
): Promise<NotificationRow[]> {
  if (notifications.length === 0) return [];
  const userIds = [...new Set(notifications.map(({ userId }) => userId))];
  return ctx.db.reads
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('id', '=', sql<string>`any(${notifications.map(({ id }) => id)}::uuid[])`)
    .where('is_withheld', '=', sql.lit(false))
    .execute();
}

/** Every row repeats the counts. An empty page is one row with counts only. */
const listedNotification = {
  total: 'int8',
  unread: 'int8',
  extended: 'int8',
  id: 'uuid?',
  actor_id: 'uuid?',
  type: narrow<AnyNotificationType | null>('text?'),
  post_id: 'uuid?',
  detail: 'text?',
  is_read: 'bool?',
  created_at: 'timestamptz?',
} as const;
type ListedNotification = Row<typeof listedNotification>;

const isNotification = (row: ListedNotification): row is ListedNotification & NotificationRow =>
  row.id !== null;

/**
 * Lists a page of notifications, with the number of notifications of this type and the number of all unread ones. All rows
 * have the owner's key, so one statement is enough.
 */
export async function listNotificationRows(
  ctx: Context,
  userId: string,
  scope: NotificationScope & { type?: AnyNotificationType | undefined },
  page: { after: string | null; offset: number; limit: number },
): Promise<{ rows: NotificationRow[]; total: number; unread: number; extended: number }> {
  const ofType = scope.type ? sql`and type = ${scope.type}` : sql``;
  const after = page.after ? sql`and id < ${page.after}::uuid` : sql``;
  const found = await rows(
    ctx.db.reads,
    listedNotification,
    sql`with ${leftOutPeople(userId, scope)}, page as (
        select ${sql.join(columns.map((column) => sql.ref(column)))} from notifications
        where user_id = ${userId} ${ofType} ${after} and not ${isLeftOut(scope)}
        order by id desc limit ${page.limit} offset ${page.offset}
      ), ${unreadRows(userId, scope.hasMutes)}, counts as (
        select (${shownCount(userId, scope, ofType)}) as total, (${unreadCount}) as unread, (${extendedCount}) as extended
      )
      select * from counts left join page on true order by id desc`,
  );
  const [counts] = found;
  return {
    rows: found.filter(isNotification),
    total: Math.max(0, counts?.total ?? 0),
    unread: counts?.unread ?? 0,
    extended: counts?.extended ?? 0,
  };
}

/** The types that are grouped by their day. They have no post. */
export const byDay = sql`('follow', 'followRequest')`;
/** The day of a follow, or of a request to follow, in UTC, as days since 1970. */
export const day = sql`case when notifications.type in ${byDay} then (created_at at time zone 'UTC')::date - date '1970-01-01' end`;

/**
 * A common table expression with the unread notifications of a person, of all types. Extended types have a limit of their own, so that
 * very many others do not hide them. Of more unread notifications than the limit, it has any, so their groups may be too few. It needs
 * `leftOutPeople`.
 */
export const unreadRows = (userId: string, hasMutes = true) => {
  const unreadWhere = (isInScope: RawBuilder<unknown>) => sql`
    (select type, post_id, created_at, is_extended from notifications
    where user_id = ${userId} and not is_read and ${isInScope} and not ${isLeftOut({ isExtended: true, hasMutes })}
    limit ${MAX_COUNTED_NOTIFICATIONS})`;
  return sql`
  unread as materialized (${unreadWhere(sql`not is_extended`)} union all ${unreadWhere(sql`is_extended`)})`;
};

/** SQL queries that count unread notifications without extended types, those of extended types, and groups. They need `unreadRows`. */
export const unreadCount = sql`select count(*) from unread where not is_extended`;
export const extendedCount = sql`select count(*) from unread where is_extended`;
export const unreadGroups = sql`
  select count(*) from (select distinct type, post_id, ${day} from unread as notifications) as unread_groups`;

const unreadCounts = { unreadCount: 'int8', extendedCount: 'int8', unreadGroups: 'int8' } as const;
export type UnreadCounts = Row<typeof unreadCounts>;
const allCounts = sql`(${unreadCount}) as "unreadCount", (${extendedCount}) as "extendedCount",
  (${unreadGroups}) as "unreadGroups"`;

/** Counts a person's unread notifications, without extended types and of these, and their groups. All rows have one key. */
export async function countUnreadRows(
  ctx: Context,
  userId: string,
  hasMutes = true,
): Promise<UnreadCounts> {
  const found = await one(
    ctx.db.reads,
    unreadCounts,
    sql`with ${leftOutPeople(userId, { hasMutes })}, ${unreadRows(userId, hasMutes)} select ${allCounts}`,
  );
  return found ?? { unreadCount: 0, extendedCount: 0, unreadGroups: 0 };
}

/** Counts a person's unread notifications of one type about one post, or about none. All rows have one key. */
export async function countUnreadAbout(
  ctx: Context,
  userId: string,
  { type, post_id }: Pick<NotificationRow, 'type' | 'post_id'>,
): Promise<number> {
  const found = await one(
    ctx.db.reads,
    { count: 'int8' },
    sql`with ${leftOutPeople(userId)} select count(*) as count from (
        select from notifications where user_id = ${userId} and type = ${type} and post_id is not distinct from ${post_id}::uuid
          and not is_read and not ${isLeftOut({ isExtended: true })}
        limit ${MAX_COUNTED_NOTIFICATIONS}) as counted`,
  );
  return found?.count ?? 0;
}

/** Counts a person's unread notifications as `countUnreadRows` does, with the number of follow requests. */
export async function countForBadges(
  ctx: Context,
  userId: string,
): Promise<UnreadCounts & { followRequestsCount: number }> {
  const found = await one(
    ctx.db.reads,
    { ...unreadCounts, followRequestsCount: 'int8' },
    sql`with ${leftOutPeople(userId)}, ${unreadRows(userId)}
      select ${allCounts}, (${followRequestsCount(userId)}) as "followRequestsCount"`,
  );
  return found ?? { unreadCount: 0, extendedCount: 0, unreadGroups: 0, followRequestsCount: 0 };
}

const postContent = {
  id: 'uuid',
  content: 'text',
  parent_id: 'uuid?',
  visibility: narrow<AccessScope['visibility']>('text'),
  audience_id: 'uuid',
  hidden_if_blocked_ids: 'uuid[]',
  first_media_id: 'uuid?',
} as const;

/** Finds the texts of the posts that exist among these, with the columns that decide who may read them. */
export async function findPostContents(ctx: Context, ids: string[]) {
  return rows(
    ctx.db.reads,
    postContent,
    sql`select id, content, parent_id, visibility, audience_id, hidden_if_blocked_ids, media_ids[1] as first_media_id from posts
      where id = any(${ids}::uuid[]) and deleted_at is null`,
  );
}

/** Marks these notifications as read, or all if `ids` is null. Returns false if none was unread. */
export async function markRowsRead(
  ctx: Context,
  userId: string,
  ids: readonly string[] | null,
): Promise<boolean> {
  if (ids?.length === 0) return false;
  return inBatches(async (limit) =>
    exec(
      ctx.db,
      // Not a parameter: one plan for all values could not use the index of unread rows.
      sql`update notifications set is_read = true where user_id = ${userId} and id = any(array(
          select id from notifications where user_id = ${userId} and not is_read ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}
          limit ${sql.lit(limit)}))`,
    ),
  );
}

export async function hasNotification(ctx: Context, userId: string, id: string): Promise<boolean> {
  return (await findNotifications(ctx, userId, [id])).length > 0;
}

/** Deletes one notification, or all if `id` is null. Returns false if there was none. */
export async function deleteRows(
  ctx: Context,
  userId: string,
  id: string | null,
): Promise<boolean> {
  return inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from notifications where user_id = ${userId} and id = any(array(
          select id from notifications where user_id = ${userId} ${id ? sql`and id = ${id}` : sql``}
          limit ${sql.lit(limit)}))`,
    ),
  );
}
