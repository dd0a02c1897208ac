import { sql } from 'kysely';
import type { AnyNotificationType } from '@roost/contract/notifications';
import type { Context } from '../kernel/context.ts';
import { one } from '../platform/database/query.ts';
import type { AccessScope } from '../posts/visibility.ts';

export interface NewNotification {
  userId: string;
  actorId: string;
  type: AnyNotificationType;
  postId: string | null;
}

/** The number of an entry in an event log, or null if nothing changed. */
const appended = { seq: 'int8?' } as const;

/**
 * Inserts a notification if it is new, its person wants it and mutes neither the actor nor the thread, and they may see its
 * post. Appends it to the person's event log and returns the number of the entry, or null if nothing was inserted.
 */
export async function insertNotification(
  ctx: Context,
  { id, userId, actorId, type, postId }: NewNotification & { id: string },
  post: (AccessScope & { id: string; root_id: string | null }) | null,
): Promise<number | null> {
  const hiddenIfBlockedIds = post?.hidden_if_blocked_ids.filter((each) => each !== userId) ?? [];
  const isForAll = !post || post.visibility === 'public' || post.audience_id === userId;
  const audienceId = isForAll ? null : post.audience_id;
  const threadId = post && (post.root_id ?? post.id);
  const found = await one(
    ctx.db,
    appended,
    sql`select insert_notification(${id}, ${userId}, ${actorId}, ${type}, ${postId}, ${hiddenIfBlockedIds}::uuid[], ${audienceId},
      ${threadId}) as seq`,
  );
  return found?.seq ?? null;
}

/** Deletes one person's notification of one thing. Returns the number of the appended entry, or null if there was none. */
export async function deleteNotification(
  ctx: Context,
  { userId, actorId, type, postId }: NewNotification,
): Promise<number | null> {
  const found = await one(
    ctx.db,
    appended,
    sql`select delete_notification(${userId}, ${actorId}, ${type}, ${postId}) as seq`,
  );
  return found?.seq ?? null;
}

/** Deletes the notifications of two people about each other. Returns the ids of their owners. */
export async function deleteNotificationsBetween(
  ctx: Context,
  one: string,
  other: string,
): Promise<string[]> {
  const deleted = await ctx.db
    .deleteFrom('notifications')
    .where((row) =>
      row.or([
        row.and({ user_id: one, actor_id: other }),
        row.and({ user_id: other, actor_id: one }),
      ]),
    )
    .returning('user_id')
    .execute();
  return deleted.map((row) => row.user_id);
}

export async function deleteNotificationsOfPosts(
  ctx: Context,
  postIds: string[],
): Promise<string[]> {
  const deleted = await ctx.db
    .deleteFrom('notifications')
    .where('post_id', '=', sql<string>`any(${postIds})`)
    .returning('user_id')
    .execute();
  return deleted.map((row) => row.user_id);
}

/** Withholds the notifications about these posts, or brings them back. Returns the ids of their owners. */
export async function setWithheldOfPosts(
  ctx: Context,
  postIds: string[],
  isWithheld: boolean,
): Promise<string[]> {
  const changed = await ctx.db
    .updateTable('notifications')
    .set({ is_withheld: isWithheld })
    .where('post_id', '=', sql<string>`any(${postIds})`)
    .where('is_withheld', '=', !isWithheld)
    .returning('user_id')
    .execute();
  return changed.map((row) => row.user_id);
}

/** Finds the post or comment that a notification is about, with its mentions and the columns that decide who may see it. */
export async function findPostOfNotification(ctx: Context, postId: string) {
  return ctx.db.reads
    .selectFrom('posts')
    .select([
      'id',
      'author_id',
      'root_id',
      'mentions',
      'visibility',
      'audience_id',
      'hidden_if_blocked_ids',
    ])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the ids of the people who have a notification of this comment. Queries all shards. */
export async function findCommentRecipients(ctx: Context, postId: string): Promise<string[]> {
  const found = await ctx.db.reads
    .selectFrom('notifications')
    .select('user_id')
    .where('post_id', '=', postId)
    .where('type', '=', 'comment')
    .execute();
  return found.map((row) => row.user_id);
}

/** Deletes the mentions of a post for everybody except these people. Returns the ids of their owners. Queries all shards. */
export async function deleteMentionsOfOthers(
  ctx: Context,
  postId: string,
  userIds: string[],
): Promise<string[]> {
  const deleted = await ctx.db
    .deleteFrom('notifications')
    .where('post_id', '=', postId)
    .where('type', '=', 'mention')
    .where('user_id', '<>', sql<string>`all(${userIds}::uuid[])`)
    .returning('user_id')
    .execute();
  return deleted.map((row) => row.user_id);
}
