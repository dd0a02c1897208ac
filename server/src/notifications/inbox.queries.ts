import { sql } from 'kysely';
import type { NotificationType } from '@roost/contract/notifications';
import type { Context } from '../context.ts';
import type { Guarded } from '../posts/visibility.ts';

const columns = ['id', 'actor_id', 'type', 'post_id', 'is_read', 'created_at'] as const;

/**
 * Those by people the owner blocks. There are none, but where both happened at the same moment; who blocks the owner in turn
 * is left out when they are shown.
 */
const byBlocked = (userId: string) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${userId} and blocked_id = notifications.actor_id)`;

/** Where counting ends: nobody reads that many, and a list must not cost more than its page. */
const COUNTED = 10_000;

export async function findNotifications(ctx: Context, userId: string, ids: string[]) {
  return ctx.db
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
}
export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number];

/** A page of them, and how many there are, of all types unread; all of that is the owner's, so one statement. */
export async function listNotificationRows(
  ctx: Context,
  userId: string,
  type: NotificationType | undefined,
  page: { after: string | null; offset: number; limit: number },
): Promise<{ rows: NotificationRow[]; total: number; unread: number }> {
  const ofType = type ? sql`and type = ${type}` : sql``;
  const after = page.after ? sql`and id < ${page.after}::uuid` : sql``;
  const { rows } = await sql<
    { total: number; unread: number } & (NotificationRow | Record<keyof NotificationRow, null>)
  >`
    with page as (
      select ${sql.join(columns.map((column) => sql.ref(column)))} from notifications
      where user_id = ${userId} ${ofType} ${after} and not ${byBlocked(userId)}
      order by id desc limit ${page.limit} offset ${page.offset}
    ), counts as (
      select (select count(*) from (select from notifications where user_id = ${userId} ${ofType} limit ${COUNTED}) as counted)
          - (select count(*) from notifications where user_id = ${userId} ${ofType}
              and actor_id = any(array(select blocked_id from blocks where blocker_id = ${userId}))) as total,
        (${unreadOf(userId)}) as unread
    )
    select * from counts left join page on true order by id desc`.execute(ctx.db);
  const [counts] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    total: Math.max(0, counts?.total ?? 0),
    unread: counts?.unread ?? 0,
  };
}

function unreadOf(userId: string) {
  return sql`
    select count(*) as unread from
      (select from notifications where user_id = ${userId} and not is_read and not ${byBlocked(userId)} limit ${COUNTED}) as counted`;
}

export async function countUnreadRows(ctx: Context, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`${unreadOf(userId)}`.execute(ctx.db);
  return rows[0]?.unread ?? 0;
}

/** What these posts say, of those that are there, and what decides who may read it. */
export async function findContents(ctx: Context, ids: string[]) {
  const { rows } = await sql<Guarded & { id: string; content: string; parent_id: string | null }>`
    select id, content, parent_id, visibility, audience_id, party_ids from posts
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(ctx.db);
  return rows;
}

/** Rows changed by one statement, so that each takes a moment, however many there are. */
const AT_ONCE = 5_000;

/** Marks one, or all, as read; false where nothing was unread. */
export async function markRowsRead(
  ctx: Context,
  userId: string,
  id: string | null,
): Promise<boolean> {
  return inParts(async () => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('notifications')
      .set({ is_read: true })
      .where('id', 'in', (query) =>
        query
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          .where('is_read', '=', false)
          .$if(id !== null, (one) => one.where('id', '=', id))
          .limit(AT_ONCE),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

export async function hasNotification(ctx: Context, userId: string, id: string): Promise<boolean> {
  return (await findNotifications(ctx, userId, [id])).length > 0;
}

/** Deletes one, or all; false where there was none. */
export async function deleteRows(
  ctx: Context,
  userId: string,
  id: string | null,
): Promise<boolean> {
  return inParts(async () => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('notifications')
      .where('id', 'in', (query) =>
        query
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          .$if(id !== null, (one) => one.where('id', '=', id))
          .limit(AT_ONCE),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Days a notification is kept. */
const KEPT_DAYS = 180;

export async function deleteOldNotifications(ctx: Context): Promise<void> {
  await inParts(async () => {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select id from notifications where created_at < now() - make_interval(days => ${KEPT_DAYS}::int)
        order by created_at limit ${AT_ONCE})`.execute(ctx.db);
    return Number(numAffectedRows ?? 0);
  });
}

/** Repeats what changes at most AT_ONCE rows until there are no more; true when there were any. */
async function inParts(change: () => Promise<number>): Promise<boolean> {
  let all = 0;
  for (let changed = AT_ONCE; changed === AT_ONCE;) {
    changed = await change();
    all += changed;
  }
  return all > 0;
}
