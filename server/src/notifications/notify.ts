import { v7 as newId } from 'uuid';
import type { Context } from '../kernel/context.ts';
import type { PayloadOf } from '../kernel/events.ts';
import type {
  AffectedPost,
  postCreated,
  postDeleted,
  postEdited,
  postWithheld,
  reposted,
  unreposted,
} from '../posts/posts.events.ts';
import type { ownerNotified } from '../auth/auth.events.ts';
import type { Block, Follow, followRequestsChanged } from '../relations/relations.events.ts';
import { append, deliverAppended } from '../event-log/append.ts';
import type { EntryItems } from '../event-log/entries.ts';
import { findUserIds } from '../users/username.queries.ts';
import {
  deleteNotificationsBetween,
  deleteMentionsOfOthers,
  deleteNotification,
  deleteNotificationsOfPosts,
  findPostOfNotification,
  findCommentRecipients,
  insertNotification,
  setWithheldOfPosts,
  type NewNotification,
} from './notification.queries.ts';
import { insertNotice, type NewNotice } from './notices.queries.ts';

// Inserts and removes notifications within the transactions that cause them. `subscriptions.ts` lists these functions. The SQL
// function `toggle_like` does the same for likes.

export async function notifyOfReposts(
  tx: Context,
  reposts: PayloadOf<typeof reposted>[],
): Promise<void> {
  await notify(tx, reposts.map(ofRepost));
}

export async function removeNotificationsOfReposts(
  tx: Context,
  reposts: PayloadOf<typeof unreposted>[],
): Promise<void> {
  await removeNotifications(
    tx,
    reposts.map(({ ownerId: userId, ...rest }) => ({ ...rest, userId, type: 'repost' })),
  );
}

export async function notifyOfFollows(tx: Context, follows: Follow[]): Promise<void> {
  await notify(
    tx,
    follows.map((follow) => ({ ...ofFollow(follow), post: null })),
  );
}

export async function removeNotificationsOfFollows(tx: Context, follows: Follow[]): Promise<void> {
  await removeNotifications(tx, follows.map(ofFollow));
}

/** The mutes of these people changed, and with them their lists and counts. */
export async function notifyOfMutes(tx: Context, changes: { userId: string }[]): Promise<void> {
  appendNotificationsChanged(
    tx,
    changes.map(({ userId }) => userId),
  );
}

/** The person who decides about a request hears of it until it ends. Their tabs get the new count. */
export async function notifyOfFollowRequests(
  tx: Context,
  changes: PayloadOf<typeof followRequestsChanged>[],
): Promise<void> {
  const requests = (isOpen: boolean) =>
    changes.flatMap((change) => (change.isOpen === isOpen ? ofFollowRequest(change) : []));
  await notify(
    tx,
    requests(true).map((request) => ({ ...request, post: null })),
  );
  const changed = await removeNotifications(tx, requests(false));
  appendNotificationsChanged(
    tx,
    changes.flatMap(({ followeeId }) => (changed.has(followeeId) ? [] : followeeId)),
  );
}

/** The tabs of the people who asked show the follow. No notification says it. */
export async function notifyOfAcceptedRequests(tx: Context, follows: Follow[]): Promise<void> {
  append(
    tx,
    follows.map(({ followerId, followeeId }) => ({
      userId: followerId,
      name: 'notificationsChanged',
      item: { acceptedBy: followeeId },
    })),
  );
}

/** The site tells the owner of an account what happened to it. */
export async function notifyOwners(
  tx: Context,
  notices: PayloadOf<typeof ownerNotified>[],
): Promise<void> {
  for (const { userId, noticeId, what } of notices)
    await sendNotice(tx, { userId, type: 'security', about: noticeId, what });
}

/** The site sends a person a notice of its own. */
export async function sendNotice(tx: Context, notice: Omit<NewNotice, 'id'>): Promise<void> {
  const id = newId();
  const seq = await insertNotice(tx, { ...notice, id });
  deliverAppended(tx, entryOf(notice.userId, seq, 'notification', { notificationId: id }));
}

export async function notifyOfPosts(
  tx: Context,
  created: PayloadOf<typeof postCreated>[],
): Promise<void> {
  for (const { post, answeredId } of created) {
    const mentions = await mentionsIn(tx, post, post.mentions);
    const otherMentions = mentions.filter(({ userId }) => userId !== answeredId);
    const answer = answeredId ? [of(post, 'comment', answeredId)] : [];
    const notified = await notify(tx, [...answer, ...otherMentions]);
    // A person hears of an answer once. If they want to hear of no answers, they hear of the mention.
    await notify(
      tx,
      mentions.filter(({ userId }) => userId === answeredId && !notified.has(userId)),
    );
  }
}

export async function notifyOfEdits(
  tx: Context,
  edited: PayloadOf<typeof postEdited>[],
): Promise<void> {
  for (const { postId, newMentions } of edited) await notifyOfEdit(tx, postId, newMentions);
}

export async function removeNotificationsOfPosts(
  tx: Context,
  posts: PayloadOf<typeof postDeleted>[],
): Promise<void> {
  const ids = posts.map(({ postId }) => postId);
  appendNotificationsChanged(tx, await deleteNotificationsOfPosts(tx, ids));
}

/** The notifications about a withheld post wait for its return. */
export async function withholdNotificationsOfPosts(
  tx: Context,
  changes: PayloadOf<typeof postWithheld>[],
): Promise<void> {
  for (const { postId, isWithheld } of changes)
    appendNotificationsChanged(tx, await setWithheldOfPosts(tx, [postId], isWithheld));
}

export async function removeNotificationsBetweenBlocked(
  tx: Context,
  blocks: Block[],
): Promise<void> {
  for (const { blockerId, blockedId } of blocks)
    appendNotificationsChanged(tx, await deleteNotificationsBetween(tx, blockerId, blockedId));
}

/** A notification to insert, and the post that its receiver must be allowed to see. */
interface Wanted extends NewNotification {
  post: AffectedPost | null;
}

function of(post: AffectedPost, type: 'comment' | 'mention', userId: string): Wanted {
  return { userId, actorId: post.author_id, type, postId: post.id, post };
}

function ofRepost({ actorId, post }: PayloadOf<typeof reposted>): Wanted {
  return { userId: post.author_id, actorId, type: 'repost', postId: post.id, post };
}

function ofFollow({ followerId, followeeId }: Follow): NewNotification {
  return { userId: followeeId, actorId: followerId, type: 'follow', postId: null };
}

function ofFollowRequest({ followerId, followeeId }: Follow): NewNotification {
  return { userId: followeeId, actorId: followerId, type: 'followRequest', postId: null };
}

async function mentionsIn(tx: Context, post: AffectedPost, names: string[]): Promise<Wanted[]> {
  const mentioned = names.length > 0 ? await findUserIds(tx, names) : [];
  return mentioned.map((id) => of(post, 'mention', id));
}

/** Only new mentions cause notifications. People who are no longer mentioned lose theirs. */
async function notifyOfEdit(tx: Context, postId: string, newMentions: string[]): Promise<void> {
  const post = await findPostOfNotification(tx, postId);
  if (!post) return;
  const stillMentioned = post.mentions.length > 0 ? await findUserIds(tx, post.mentions) : [];
  appendNotificationsChanged(tx, await deleteMentionsOfOthers(tx, postId, stillMentioned));
  const mentions = await mentionsIn(tx, post, newMentions);
  const notified = mentions.length > 0 ? await findCommentRecipients(tx, postId) : [];
  await notify(
    tx,
    mentions.filter(({ userId }) => !notified.includes(userId)),
  );
}

/**
 * Inserts the notifications that their receivers may see, and appends them to the event logs. The order of
 * people prevents deadlocks between transactions that only append. After any other deadlock, the transaction is repeated.
 * Returns the ids of the people who have a new notification.
 */
async function notify(tx: Context, notifications: Wanted[]): Promise<Set<string>> {
  const wanted = notifications
    .filter(({ userId, actorId }) => userId !== actorId)
    .toSorted(byPerson);
  const appended = await Promise.all(
    wanted.map(async ({ post, ...each }) => {
      const id = newId();
      const seq = await insertNotification(tx, { id, ...each }, post);
      return entryOf(each.userId, seq, 'notification', { notificationId: id });
    }),
  );
  deliverAppended(tx, appended.flat());
  return new Set(appended.flat().map(({ userId }) => userId));
}

/** Returns the ids of the people who had such notifications. Their event logs have the change. */
async function removeNotifications(
  tx: Context,
  notifications: NewNotification[],
): Promise<Set<string>> {
  const candidates = notifications
    .filter(({ userId, actorId }) => userId !== actorId)
    .toSorted(byPerson);
  const appended = await Promise.all(
    candidates.map(async (each) =>
      entryOf(each.userId, await deleteNotification(tx, each), 'notificationsChanged', {}),
    ),
  );
  deliverAppended(tx, appended.flat());
  return new Set(appended.flat().map(({ userId }) => userId));
}

/** The entry that a function of the database has appended. None if `seq` is null. */
function entryOf<Name extends 'notification' | 'notificationsChanged'>(
  userId: string,
  seq: number | null,
  name: Name,
  item: EntryItems[Name],
) {
  return seq === null ? [] : [{ userId, seq, name, item, sent_by: null }];
}

const byPerson = (one: NewNotification, other: NewNotification) =>
  one.userId < other.userId ? -1 : 1;

/** Reports that lists and counts changed by something other than a new notification. */
export function appendNotificationsChanged(tx: Context, userIds: string[]): void {
  append(
    tx,
    [...new Set(userIds)].map((userId) => ({ userId, name: 'notificationsChanged', item: {} })),
  );
}
