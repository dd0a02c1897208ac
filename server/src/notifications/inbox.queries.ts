import { sql } from 'kysely';
import type { NotificationType } from '@roost/contract/notifications';
import { unblocked } from '../blocks/block.queries.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../posts/visibility.ts';

const columns = ['id', 'actor_id', 'type', 'post_id', 'is_read', 'created_at'] as const;

/** Also by people a block has come to stand before at the very moment these were made. */
const actor = sql.ref<string>('notifications.actor_id');

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

export async function listNotificationRows(
  ctx: Context,
  userId: string,
  type: NotificationType | undefined,
  page: { after: string | null; offset: number; limit: number },
): Promise<NotificationRow[]> {
  let query = ctx.db
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', userId)
    .where(unblocked(userId, actor))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset);
  if (type) query = query.where('type', '=', type);
  if (page.after) query = query.where('id', '<', page.after);
  return query.execute();
}

/** How many there are, and how many of all types are unread. */
export async function countNotifications(
  ctx: Context,
  userId: string,
  type: NotificationType | undefined,
): Promise<{ total: number; unread: number }> {
  const ofType = type ? sql`and type = ${type}` : sql``;
  const { rows } = await sql<{ total: string; unread: string }>`
    select (select count(*) from
        (select from notifications where user_id = ${userId} ${ofType} and ${unblocked(userId, actor)} limit ${COUNTED}) as counted) as total,
      (select count(*) from
        (select from notifications where user_id = ${userId} and not is_read and ${unblocked(userId, actor)} limit ${COUNTED}) as counted) as unread
  `.execute(ctx.db);
  return { total: Number(rows[0]?.total ?? 0), unread: Number(rows[0]?.unread ?? 0) };
}

export async function countUnreadRows(ctx: Context, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: string }>`
    select count(*) as unread from
      (select from notifications where user_id = ${userId} and not is_read and ${unblocked(userId, actor)} limit ${COUNTED}) as counted
  `.execute(ctx.db);
  return Number(rows[0]?.unread ?? 0);
}

/** What these posts say, of those the viewer may see. */
export async function findContents(ctx: Context, viewerId: string, ids: string[]) {
  return ctx.db
    .selectFrom('posts')
    .select(['id', 'content', 'parent_id'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewerId, 'posts'))
    .execute();
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
