import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { NotificationType } from '@roost/contract/notifications';
import type { Context } from '../context.ts';
import type { Guarded } from '../posts/visibility.ts';
import { headMoved, type StreamRow } from '../streams/stream.queries.ts';

export interface NewNotification {
  userId: string;
  actorId: string;
  type: NotificationType;
  postId: string | null;
}

/** An entry that was added to somebody's stream. */
export interface Told {
  userId: string;
  row: StreamRow;
}

/**
 * Makes a notification that is new, wanted, and about what its person may see, with the entry of their stream that tells
 * of it. All of that lies under the person's key, so it is one statement; that nobody else has blocked *them* is asked
 * before (`findBlocks`). Locks their stream, as the last of what a transaction locks.
 */
export async function insertNotification(
  ctx: Context,
  { userId, actorId, type, postId }: NewNotification,
  post: Guarded | null,
): Promise<Told | undefined> {
  const id = newId();
  const others = post?.party_ids.filter((each) => each !== userId) ?? [];
  // Texts of their own, not parameters that decide: for those the statement would be planned anew each time.
  const isOpen =
    others.length > 0
      ? sql`and not exists (select from blocks where blocker_id = ${userId} and blocked_id = any(${others}::uuid[]))`
      : sql``;
  const isForThem =
    !post || post.visibility === 'public' || post.audience_id === userId
      ? sql``
      : sql`and exists (select from follows where follower_id = ${userId} and followee_id = ${post.audience_id})`;
  const { rows } = await sql<{ seq: number }>`
    with told as (
      insert into notifications (id, user_id, actor_id, type, post_id)
      select ${id}::uuid, users.id, ${actorId}::uuid, ${type}::text, ${postId}::uuid from users
      where users.id = ${userId}
        and coalesce(notification_preferences #>> '{all,from}', 'anyone') <> 'no one'
        and coalesce(notification_preferences #>> array['types', ${type}::text, 'from'], 'anyone') <> 'no one'
        ${isOpen} ${isForThem}
      on conflict on constraint notifications_once do nothing
      returning user_id
    ), ${headMoved(sql`select user_id, 1 from told`)}
    insert into stream_events (user_id, seq, name, item)
    select ${userId}::uuid, last_seq, 'notification', jsonb_build_object('notificationId', ${id}::uuid) from head
    returning seq`.execute(ctx.db);
  const [added] = rows;
  return (
    added && {
      userId,
      row: { seq: added.seq, name: 'notification', item: { notificationId: id }, sent_by: null },
    }
  );
}

/** Takes one person's notification of one thing away, and has their stream tell that something changed. */
export async function deleteNotification(
  ctx: Context,
  { userId, actorId, type, postId }: NewNotification,
): Promise<Told | undefined> {
  const { rows } = await sql<{ seq: number }>`
    with gone as (
      delete from notifications
      where user_id = ${userId} and actor_id = ${actorId} and type = ${type}
        and post_id is not distinct from ${postId}
      returning user_id
    ), ${headMoved(sql`select user_id, 1 from gone`)}
    insert into stream_events (user_id, seq, name, item)
    select ${userId}::uuid, last_seq, 'notificationsChanged', '{}' from head
    returning seq`.execute(ctx.db);
  const [added] = rows;
  return (
    added && {
      userId,
      row: { seq: added.seq, name: 'notificationsChanged', item: {}, sent_by: null },
    }
  );
}

/** Which of the first people block which of the others. */
export async function findBlocks(
  ctx: Context,
  blockerIds: string[],
  blockedIds: string[],
): Promise<{ blocker_id: string; blocked_id: string }[]> {
  const { rows } = await sql<{ blocker_id: string; blocked_id: string }>`
    select blocker_id, blocked_id from blocks
    where blocker_id = any(${blockerIds}::uuid[]) and blocked_id = any(${blockedIds}::uuid[])`.execute(
    ctx.db,
  );
  return rows;
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

/** A post or comment that is there: whom it mentions, and who may see it. */
export async function findMentioning(ctx: Context, postId: string) {
  return ctx.db
    .selectFrom('posts')
    .select(['id', 'author_id', 'mentions', 'visibility', 'audience_id', 'party_ids'])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Takes mentions of a post away from all but these people; the ids of who had been told. On all shards. */
export async function deleteMentionsOfOthers(
  ctx: Context,
  postId: string,
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications
    where post_id = ${postId} and type = 'mention' and not user_id = any(${userIds}::uuid[])
    returning user_id`.execute(ctx.db);
  return rows.map((row) => row.user_id);
}
