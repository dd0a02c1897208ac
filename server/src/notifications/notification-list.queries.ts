import { sql, type RawBuilder } from 'kysely';
import type { NotificationType } from '@roost/contract/notifications';
import type { Context } from '../kernel/context.ts';
import { narrow, one, rows, type Row } from '../platform/database/query.ts';
import type { AccessScope } from '../posts/visibility.ts';
import { isHidden } from '../users/hidden-user.queries.ts';
import { followRequestsCount } from '../users/user.queries.ts';
import { inBatches } from '../platform/database/in-batches.ts';

const columns = ['id', 'actor_id', 'type', 'post_id', 'is_read', 'created_at'] as const;

/**
 * An SQL condition: there is a block between the owner and the actor, the owner mutes the actor, or the actor is hidden. A block
 * deletes such notifications, so only a concurrent action leaves one. A mute hides those from before it. Notifications about
 * decisions of the moderators have a list of their own. The condition leaves the mutes out if the owner is known to have none.
 */
export const isLeftOut = (userId: string, hasMutes = true) =>
  sql<boolean>`(exists (select from blocks where blocker_id = ${userId} and blocked_id = notifications.actor_id)
    or exists (select from blocked_by where blocked_id = ${userId} and blocker_id = notifications.actor_id)
    ${hasMutes ? orMuted(userId) : sql``} or ${isHidden(sql`notifications.actor_id`)} or notifications.type = 'moderation')`;

const orMuted = (userId: string) => sql`
  or exists (select from mutes where muter_id = ${userId} and muted_id = notifications.actor_id and until > now()
    and (not reposts_only or notifications.type = 'repost'))`;

/** An SQL query that counts the notifications of a person that are left out. It finds the actors first. */
const leftOutCount = (userId: string, ofType: RawBuilder<unknown>, hasMutes: boolean) => sql`
  select count(*) from notifications where user_id = ${userId} ${ofType}
    and actor_id in (select blocked_id from blocks where blocker_id = ${userId}
      union all select blocker_id from blocked_by where blocked_id = ${userId}
      ${hasMutes ? sql`union all select muted_id from mutes where muter_id = ${userId} and until > now()` : sql``}
      union all select user_id from hidden_users where until > now())
    and ${isLeftOut(userId, hasMutes)}`;

/** Counting stops here, so that a long list does not cost more than its page. */
const MAX_COUNTED_NOTIFICATIONS = 10_000;

export async function findNotifications(ctx: Context, userId: string, ids: string[]) {
  return ctx.db.reads
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
}
export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number];

/** Every row repeats the counts. An empty page is one row with counts only. */
const listedNotification = {
  total: 'int8',
  unread: 'int8',
  id: 'uuid?',
  actor_id: 'uuid?',
  type: narrow<NotificationType | null>('text?'),
  post_id: 'uuid?',
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
  type: NotificationType | undefined,
  page: { after: string | null; offset: number; limit: number },
  hasMutes = true,
): Promise<{ rows: NotificationRow[]; total: number; unread: number }> {
  const ofType = type ? sql`and type = ${type}` : sql``;
  const after = page.after ? sql`and id < ${page.after}::uuid` : sql``;
  const found = await rows(
    ctx.db.reads,
    listedNotification,
    sql`with page as (
        select ${sql.join(columns.map((column) => sql.ref(column)))} from notifications
        where user_id = ${userId} ${ofType} ${after} and not ${isLeftOut(userId, hasMutes)}
        order by id desc limit ${page.limit} offset ${page.offset}
      ), counts as (
        select (select count(*) from (
              select from notifications where user_id = ${userId} and type <> 'moderation' ${ofType}
              limit ${MAX_COUNTED_NOTIFICATIONS}) as counted)
            - (${leftOutCount(userId, ofType, hasMutes)}) as total,
          (${unreadCount(userId, hasMutes)}) as unread
      )
      select * from counts left join page on true order by id desc`,
  );
  const [counts] = found;
  return {
    rows: found.filter(isNotification),
    total: Math.max(0, counts?.total ?? 0),
    unread: counts?.unread ?? 0,
  };
}

/** An SQL query that counts the unread notifications of a person. */
export function unreadCount(userId: string, hasMutes = true) {
  return sql`
    select count(*) as unread from (
      select from notifications where user_id = ${userId} and not is_read and not ${isLeftOut(userId, hasMutes)}
      limit ${MAX_COUNTED_NOTIFICATIONS}) as counted`;
}

export async function countUnreadRows(
  ctx: Context,
  userId: string,
  hasMutes = true,
): Promise<number> {
  const found = await one(ctx.db.reads, { unread: 'int8' }, unreadCount(userId, hasMutes));
  return found?.unread ?? 0;
}

/** Counts a person's unread notifications and follow requests. All rows have one key. */
export async function countForBadges(
  ctx: Context,
  userId: string,
): Promise<{ unreadCount: number; followRequestsCount: number }> {
  const found = await one(
    ctx.db.reads,
    { unreadCount: 'int8', followRequestsCount: 'int8' },
    sql`select (${unreadCount(userId)}) as "unreadCount", (${followRequestsCount(userId)}) as "followRequestsCount"`,
  );
  return found ?? { unreadCount: 0, followRequestsCount: 0 };
}

const postContent = {
  id: 'uuid',
  content: 'text',
  parent_id: 'uuid?',
  visibility: narrow<AccessScope['visibility']>('text'),
  audience_id: 'uuid',
  hidden_if_blocked_ids: 'uuid[]',
} as const;

/** Finds the texts of the posts that exist among these, with the columns that decide who may read them. */
export async function findPostContents(ctx: Context, ids: string[]) {
  return rows(
    ctx.db.reads,
    postContent,
    sql`select id, content, parent_id, visibility, audience_id, hidden_if_blocked_ids from posts
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
  return inBatches(async (limit) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('notifications')
      .set({ is_read: true })
      .where('user_id', '=', userId)
      .where('id', 'in', (query) =>
        query
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          // Not a value: one plan for all values could not use the index of unread rows.
          .where('is_read', '=', sql.lit(false))
          .$if(ids !== null, (some) => some.where('id', '=', sql<string>`any(${ids})`))
          .limit(sql.lit(limit)),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
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
  return inBatches(async (limit) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('id', 'in', (query) =>
        query
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          .$if(id !== null, (one) => one.where('id', '=', id))
          .limit(sql.lit(limit)),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
