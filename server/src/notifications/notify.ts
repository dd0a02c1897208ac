import type { Context } from '../context.ts';
import type { DomainEvents, EventBus, ToldPost } from '../domain-events.ts';
import type { Guarded } from '../posts/visibility.ts';
import { record } from '../streams/record.ts';
import { emit } from '../db/transaction.ts';
import { findUserIds } from '../users/name.queries.ts';
import {
  deleteBetween,
  deleteMentionsOfOthers,
  deleteNotification,
  deleteOfPosts,
  findBlocks,
  findMentioning,
  insertNotification,
  type NewNotification,
  type Told,
} from './notification.queries.ts';

/** Makes and takes away notifications within the transactions that cause them (contract §5, who is told). */
export function notifyWithin(events: EventBus): void {
  events.within('reacted', async (tx, reactions) => tell(tx, reactions.map(ofReaction)));
  events.within('unreacted', async (tx, reactions) =>
    takeBack(
      tx,
      reactions.map(({ kind, ownerId: userId, ...rest }) => ({ ...rest, userId, type: kind })),
    ),
  );
  events.within('followed', async (tx, follows) =>
    tell(
      tx,
      follows.map((follow) => ({ ...ofFollow(follow), post: null })),
    ),
  );
  events.within('unfollowed', async (tx, follows) => takeBack(tx, follows.map(ofFollow)));
  events.within('postCreated', async (tx, created) => {
    for (const { post, answeredId } of created)
      await tell(tx, [
        ...(answeredId ? [of(post, 'comment', answeredId)] : []),
        ...(await mentionsIn(tx, post, post.mentions)),
      ]);
  });
  events.within('postEdited', async (tx, edited) => {
    for (const { postId, newMentions } of edited) await tellOfEdit(tx, postId, newMentions);
  });
  events.within('postDeleted', async (tx, posts) =>
    tellOfChange(
      tx,
      await deleteOfPosts(
        tx,
        posts.map(({ postId }) => postId),
      ),
    ),
  );
  events.within('blocked', async (tx, blocks) => {
    for (const { blockerId, blockedId } of blocks)
      tellOfChange(tx, await deleteBetween(tx, blockerId, blockedId));
  });
}

/** One to make, with the post its person must be allowed to see. */
interface Wanted extends NewNotification {
  post: Guarded | null;
}

function of(post: ToldPost, type: 'comment' | 'mention', userId: string): Wanted {
  return { userId, actorId: post.author_id, type, postId: post.id, post };
}

function ofReaction({ kind, actorId, post }: DomainEvents['reacted']): Wanted {
  return { userId: post.author_id, actorId, type: kind, postId: post.id, post };
}

function ofFollow({ followerId, followeeId }: DomainEvents['followed']): NewNotification {
  return { userId: followeeId, actorId: followerId, type: 'follow', postId: null };
}

async function mentionsIn(tx: Context, post: ToldPost, names: string[]): Promise<Wanted[]> {
  const mentioned = names.length > 0 ? await findUserIds(tx, names) : [];
  return mentioned.map((id) => of(post, 'mention', id));
}

/** Whoever was mentioned before the edit was told then. */
async function tellOfEdit(tx: Context, postId: string, newMentions: string[]): Promise<void> {
  const post = await findMentioning(tx, postId);
  if (!post) return;
  const kept = post.mentions.length > 0 ? await findUserIds(tx, post.mentions) : [];
  tellOfChange(tx, await deleteMentionsOfOthers(tx, postId, kept));
  await tell(tx, await mentionsIn(tx, post, newMentions));
}

/** In the order of people's ids, since each locks its person's stream. */
async function tell(tx: Context, notifications: Wanted[]): Promise<void> {
  const wanted = notifications
    .filter(({ userId, actorId }) => userId !== actorId)
    .toSorted(byPerson);
  const isShut = await findShut(tx, wanted);
  const open = wanted.filter((each) => !isShut(each));
  hear(
    tx,
    await Promise.all(open.map(async ({ post, ...each }) => insertNotification(tx, each, post))),
  );
}

async function takeBack(tx: Context, notifications: NewNotification[]): Promise<void> {
  const told = notifications.filter(({ userId, actorId }) => userId !== actorId).toSorted(byPerson);
  hear(tx, await Promise.all(told.map(async (each) => deleteNotification(tx, each))));
}

const byPerson = (one: NewNotification, other: NewNotification) =>
  one.userId < other.userId ? -1 : 1;

/** To whom a post is shut by one of its people having blocked them; not asked where there is nobody else. */
async function findShut(tx: Context, wanted: Wanted[]): Promise<(each: Wanted) => boolean> {
  const others = new Set(
    wanted.flatMap(({ userId, actorId, type, post }) =>
      // Between the actor and whom they react to or answer no block stands, or they could not have.
      (post?.party_ids ?? []).filter(
        (id) => id !== userId && (id !== actorId || type === 'mention'),
      ),
    ),
  );
  if (others.size === 0) return () => false;
  const people = [...new Set(wanted.map(({ userId }) => userId))];
  const blocks = await findBlocks(tx, [...others], people);
  return ({ userId, post }) =>
    blocks.some(
      ({ blocker_id, blocked_id }) => blocked_id === userId && post?.party_ids.includes(blocker_id),
    );
}

/** What was added to streams along with the rows is heard of after the commit, as what is recorded is. */
function hear(tx: Context, told: (Told | undefined)[]): void {
  const added = Map.groupBy(
    told.filter((each) => each !== undefined),
    ({ userId }) => userId,
  );
  if (added.size === 0) return;
  const rows = [...added].map(([id, entries]) => [id, entries.map(({ row }) => row)] as const);
  emit(tx, { name: 'streamsGrew', added: new Map(rows) });
}

/** Their lists and counts changed otherwise than by something new. */
export function tellOfChange(tx: Context, userIds: string[]): void {
  record(
    tx,
    [...new Set(userIds)].map((userId) => ({ userId, name: 'notificationsChanged', item: {} })),
  );
}
