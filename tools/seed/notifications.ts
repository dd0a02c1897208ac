import type { Database } from '../../server/src/db/client.ts';
import {
  findAnswered,
  findMentioned,
  type NewNotification,
} from '../../server/src/notifications/notification.queries.ts';
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

/** Answers and mentions, as the server itself finds whom they concern. */
async function toldOfPosts(db: Database, { posts }: Plan): Promise<PlannedNotification[]> {
  const moments = new Map(posts.map(({ id, createdAt }) => [id, createdAt]));
  const ids = [...moments.keys()];
  const addressees = [
    ...(await findAnswered({ db }, ids)),
    ...(await findMentioned({ db }, ids, null)),
  ];
  return addressees.flatMap((each) => {
    const createdAt = each.postId && moments.get(each.postId);
    return createdAt ? { ...each, createdAt } : [];
  });
}
