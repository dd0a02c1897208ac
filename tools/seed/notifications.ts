import type { Database } from '../../server/src/db/client.ts';
import { sql } from 'kysely';
import type { NewNotification } from '../../server/src/notifications/notification.queries.ts';
import { visibleTo } from '../../server/src/posts/visibility.ts';
import { DAY, idAt } from './calendar.ts';
import type { Plan } from './plan.ts';

interface PlannedNotification extends NewNotification {
  createdAt: Date;
}

/** How many of the newest each person keeps, and of those, how many may still be unread. */
const KEPT = 60;
const UNREAD = 7;

/** What everyone has been told of all that the plan holds; posts, ties and reactions must be written. */
export async function writeNotifications(db: Database, plan: Plan): Promise<void> {
  const all = [...told(plan), ...(await toldOfPosts(db, plan))].filter(
    ({ userId, actorId }) => userId !== actorId,
  );
  const now = Math.max(...plan.posts.map(({ createdAt }) => createdAt.getTime()));
  const rows = [...Map.groupBy(all, ({ userId }) => userId).values()].flatMap((own) =>
    own
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, KEPT)
      .map(({ userId, actorId, type, postId, createdAt }, place) => ({
        id: idAt(createdAt),
        user_id: userId,
        actor_id: actorId,
        type,
        post_id: postId,
        created_at: createdAt,
        is_read: place >= UNREAD || now - createdAt.getTime() > 2 * DAY,
      })),
  );
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('notifications')
      .values(rows.slice(from, from + 500))
      .execute();
}

function told({ likes, reposts, ties }: Plan): PlannedNotification[] {
  const ofReactions = (['like', 'repost'] as const).flatMap((type) =>
    (type === 'like' ? likes : reposts).map(({ by, post, createdAt }) => ({
      userId: post.author.id,
      actorId: by.id,
      type,
      postId: post.id,
      createdAt,
    })),
  );
  const ofFollows = [...ties.follows].flatMap(([follower, followed]) =>
    [...followed].map(([followee, createdAt]) => ({
      userId: followee.id,
      actorId: follower.id,
      type: 'follow' as const,
      postId: null,
      createdAt,
    })),
  );
  return [...ofReactions, ...ofFollows];
}

/** Answers and mentions. */
async function toldOfPosts(db: Database, { posts }: Plan): Promise<PlannedNotification[]> {
  const moments = new Map(posts.map(({ id, createdAt }) => [id, createdAt]));
  const ids = [...moments.keys()];
  const addressees = [...(await findAnswered(db, ids)), ...(await findMentioned(db, ids))];
  return addressees.flatMap((each) => {
    const createdAt = each.postId && moments.get(each.postId);
    return createdAt ? { ...each, createdAt } : [];
  });
}

/** Whose post or comment these comments answer. */
async function findAnswered(db: Database, postIds: string[]): Promise<NewNotification[]> {
  const { rows } = await sql<NewNotification>`
    select parent.author_id as "userId", post.author_id as "actorId", 'comment' as type, post.id as "postId"
    from posts post join posts parent on parent.id = post.parent_id
    where post.id = any(${postIds}) and parent.deleted_at is null`.execute(db);
  return rows;
}

/** Whom these posts mention that may see them. */
async function findMentioned(db: Database, postIds: string[]): Promise<NewNotification[]> {
  const { rows } = await sql<NewNotification>`
    select users.id as "userId", posts.author_id as "actorId", 'mention' as type, posts.id as "postId"
    from posts, unnest(posts.mentions) as name join users on lower(users.username) = lower(name)
    where posts.id = any(${postIds}) and posts.deleted_at is null
      and ${visibleTo(sql.ref<string>('users.id'), 'posts')}`.execute(db);
  return rows;
}
