import type { Context } from '../context.ts';
import type { DomainEvents, EventBus } from '../domain-events.ts';
import { record } from '../streams/record.ts';
import {
  deleteBetween,
  deleteEndedMentions,
  deleteOfPosts,
  deleteOne,
  findAnswered,
  findMentioned,
  insertNotifications,
  type NewNotification,
} from './notification.queries.ts';

/** Makes and takes away notifications within the transactions that cause them (contract §5, who is told). */
export function notifyWithin(events: EventBus): void {
  events.within('reacted', async (tx, reactions) => tell(tx, reactions.map(ofReaction)));
  events.within('unreacted', async (tx, reactions) => takeBack(tx, reactions.map(ofReaction)));
  events.within('followed', async (tx, follows) => tell(tx, follows.map(ofFollow)));
  events.within('unfollowed', async (tx, follows) => takeBack(tx, follows.map(ofFollow)));
  events.within('postCreated', async (tx, posts) =>
    tell(tx, [
      ...(await findAnswered(tx, ids(posts))),
      ...(await findMentioned(tx, ids(posts), null)),
    ]),
  );
  events.within('postEdited', async (tx, posts) => {
    tellOfChange(tx, await deleteEndedMentions(tx, ids(posts)));
    // Whoever was mentioned before the edit was told then.
    for (const { postId, newMentions } of posts)
      if (newMentions.length > 0) await tell(tx, await findMentioned(tx, [postId], newMentions));
  });
  events.within('postDeleted', async (tx, posts) =>
    tellOfChange(tx, await deleteOfPosts(tx, ids(posts))),
  );
  events.within('blocked', async (tx, blocks) => {
    for (const { blockerId, blockedId } of blocks)
      tellOfChange(tx, await deleteBetween(tx, blockerId, blockedId));
  });
}

const ids = (posts: { postId: string }[]) => posts.map(({ postId }) => postId);

function ofReaction({ kind, actorId, postId, ownerId }: DomainEvents['reacted']): NewNotification {
  return { userId: ownerId, actorId, type: kind, postId };
}

function ofFollow({ followerId, followeeId }: DomainEvents['followed']): NewNotification {
  return { userId: followeeId, actorId: followerId, type: 'follow', postId: null };
}

async function tell(tx: Context, notifications: NewNotification[]): Promise<void> {
  const wanted = notifications.filter(({ userId, actorId }) => userId !== actorId);
  if (wanted.length === 0) return;
  const told = await insertNotifications(tx, wanted);
  record(
    tx,
    told.map(({ id, user_id }) => ({
      userId: user_id,
      name: 'notification',
      item: { notificationId: id },
    })),
  );
}

async function takeBack(tx: Context, notifications: NewNotification[]): Promise<void> {
  for (const each of notifications)
    if (each.userId !== each.actorId) tellOfChange(tx, await deleteOne(tx, each));
}

/** Their lists and counts changed otherwise than by something new. */
export function tellOfChange(tx: Context, userIds: string[]): void {
  record(
    tx,
    [...new Set(userIds)].map((userId) => ({ userId, name: 'notificationsChanged', item: {} })),
  );
}
