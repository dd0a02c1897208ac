import type { Database } from '../../server/src/platform/database/client.ts';
import type { NewNotification } from '../../server/src/notifications/notification.queries.ts';
import { canSee, type ViewerRelationships } from '../../server/src/posts/visibility.ts';
import { DAY, idAt } from './calendar.ts';
import type { Member, Members } from './members.ts';
import type { Plan } from './plan.ts';
import type { Relations } from './relations.ts';
import { accessScopeOf, mentionedIn } from './rows.ts';

interface PlannedNotification extends NewNotification {
  createdAt: Date;
}

/** The number of newest notifications that each person keeps, and how many of them may be unread. */
const MAX_NOTIFICATIONS = 60;
const MAX_UNREAD = 7;

/** The notifications that the plan's likes, comments, follows, mentions and reposts cause. */
export async function writeNotifications(db: Database, plan: Plan): Promise<void> {
  const all = [...reactionNotifications(plan), ...postNotifications(plan)].filter(
    ({ userId, actorId }) => userId !== actorId,
  );
  const now = Math.max(...plan.posts.map(({ createdAt }) => createdAt.getTime()));
  const rows = [...Map.groupBy(all, ({ userId }) => userId).values()].flatMap((own) =>
    own
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, MAX_NOTIFICATIONS)
      .map(({ userId, actorId, type, postId, createdAt }, index) => ({
        id: idAt(createdAt),
        user_id: userId,
        actor_id: actorId,
        type,
        post_id: postId,
        created_at: createdAt,
        is_read: index >= MAX_UNREAD || now - createdAt.getTime() > 2 * DAY,
      })),
  );
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('notifications')
      .values(rows.slice(from, from + 500))
      .execute();
}

/** Notifications of likes, reposts and follows. */
function reactionNotifications({ likes, reposts, relations }: Plan): PlannedNotification[] {
  const ofReactions = (['like', 'repost'] as const).flatMap((type) =>
    (type === 'like' ? likes : reposts).map(({ by, post, createdAt }) => ({
      userId: post.author.id,
      actorId: by.id,
      type,
      postId: post.id,
      createdAt,
    })),
  );
  const ofFollows = [...relations.follows].flatMap(([follower, followed]) =>
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

/** Notifications of comments, and of mentions whose target can see the post. */
function postNotifications({ members, posts, relations }: Plan): PlannedNotification[] {
  return posts.flatMap((post) => {
    const { author: actor, id: postId, createdAt } = post;
    const of = (type: 'comment' | 'mention', userId: string) => ({
      userId,
      actorId: actor.id,
      type,
      postId,
      createdAt,
    });
    const mentioned = mentionedIn(post, members).filter((member) =>
      canSee(accessScopeOf(post), relationshipsOf(relations, member, members)),
    );
    return [
      ...(post.parent ? [of('comment', post.parent.author.id)] : []),
      ...mentioned.map(({ id }) => of('mention', id)),
    ];
  });
}

function relationshipsOf(
  relations: Relations,
  viewer: Member,
  members: Members,
): ViewerRelationships {
  const byId = new Map([...members.values()].map((member) => [member.id, member]));
  const of = (id: string) => {
    const member = byId.get(id);
    if (!member) throw new Error('The author of a post is not in the demo.');
    return member;
  };
  return {
    viewerId: viewer.id,
    follows: (id) => relations.isFollowing(viewer, of(id)),
    isBlocked: (id) => relations.areBlocked(viewer, of(id)),
  };
}
