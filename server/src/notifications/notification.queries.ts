import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { NotificationType } from '@roost/contract/notifications';
import type { Context } from '../context.ts';
import { visibleTo } from '../posts/visibility.ts';

export interface NewNotification {
  userId: string;
  actorId: string;
  type: NotificationType;
  postId: string | null;
}

export interface Told {
  id: string;
  user_id: string;
}

/** Makes those that are new, wanted, and about what their person may see; nobody is told of what they did themselves. */
export async function insertNotifications(
  ctx: Context,
  notifications: NewNotification[],
): Promise<Told[]> {
  const rows = notifications.map((each) => ({ id: newId(), ...each }));
  const { rows: told } = await sql<Told>`
    insert into notifications (id, user_id, actor_id, type, post_id)
    select row.id, row."userId", row."actorId", row.type, row."postId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, "userId" uuid, "actorId" uuid, type text, "postId" uuid)
    join users on users.id = row."userId"
    left join posts on posts.id = row."postId"
    where row."userId" <> row."actorId"
      and (row."postId" is null or ${visibleTo(sql.ref<string>('users.id'), 'posts')})
      and coalesce(users.notification_preferences #>> '{all,from}', 'anyone') <> 'no one'
      and coalesce(users.notification_preferences #>> array['types', row.type, 'from'], 'anyone') <> 'no one'
    on conflict on constraint notifications_once do nothing
    returning id, user_id`.execute(ctx.db);
  return told;
}

/** Takes one person's notification of one thing away; the ids of who had it. */
export async function deleteOne(
  ctx: Context,
  { userId, actorId, type, postId }: NewNotification,
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('type', '=', type)
    .where('post_id', 'is not distinct from', postId)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Takes away whatever either was told of the other; the ids of who was. */
export async function deleteBetween(ctx: Context, one: string, other: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications
    where (user_id = ${one} and actor_id = ${other}) or (user_id = ${other} and actor_id = ${one})
    returning user_id`.execute(ctx.db);
  return rows.map((row) => row.user_id);
}

export async function deleteOfPosts(ctx: Context, postIds: string[]): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('notifications')
    .where('post_id', '=', sql<string>`any(${postIds})`)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whose post or comment these comments answer. */
export async function findAnswered(
  ctx: Pick<Context, 'db'>,
  postIds: string[],
): Promise<NewNotification[]> {
  const { rows } = await sql<NewNotification>`
    select parent.author_id as "userId", post.author_id as "actorId", 'comment' as type, post.id as "postId"
    from posts post join posts parent on parent.id = post.parent_id
    where post.id = any(${postIds}) and parent.deleted_at is null`.execute(ctx.db);
  return rows;
}

/** Whom these posts mention that may see them; of `names` only, where it is given. */
export async function findMentioned(
  ctx: Pick<Context, 'db'>,
  postIds: string[],
  names: string[] | null,
): Promise<NewNotification[]> {
  const { rows } = await sql<NewNotification>`
    select users.id as "userId", posts.author_id as "actorId", 'mention' as type, posts.id as "postId"
    from posts, unnest(posts.mentions) as name join users on lower(users.username) = lower(name)
    where posts.id = any(${postIds}) and posts.deleted_at is null
      and ${visibleTo(sql.ref<string>('users.id'), 'posts')}
      and (${names}::text[] is null or name = any(${names}::text[]))`.execute(ctx.db);
  return rows;
}

/** Takes mentions away that an edit took out of their post; the ids of who had been told. */
export async function deleteEndedMentions(ctx: Context, postIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications using posts, users
    where notifications.post_id = any(${postIds}) and notifications.type = 'mention'
      and posts.id = notifications.post_id and users.id = notifications.user_id
      and not lower(users.username) = any(select lower(name) from unnest(posts.mentions) as name)
    returning notifications.user_id`.execute(ctx.db);
  return rows.map((row) => row.user_id);
}
