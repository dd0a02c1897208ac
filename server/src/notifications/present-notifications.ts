import type { Notification, NotificationGroup } from '@roost/contract/notifications';
import { MutedWords } from '@roost/contract/text/muted-words';
import type { MemberContext } from '../kernel/context.ts';
import { wallClock } from '../lib/wall-clock.ts';
import type { Present } from '../event-log/presenters.ts';
import { canSee, type ViewerRelationships } from '../posts/visibility.ts';
import {
  authorCardsFrom,
  isBlocked,
  presentName,
  type AuthorCard,
} from '../users/present-users.ts';
import { findAuthorCards } from '../users/user.queries.ts';
import { keyOfGroup } from './groups/sealed-group-key.ts';
import type { GroupRow } from './groups/group.queries.ts';
import {
  countForBadges,
  countUnreadRows,
  findPostContents,
  findNotifications,
  type NotificationRow,
} from './notification-list.queries.ts';

/** Presents notifications in the given order. Leaves out blocked and muted senders. Sends at most two statements for any number. */
export async function presentNotifications(
  ctx: MemberContext,
  rows: NotificationRow[],
): Promise<Notification[]> {
  const { personOf, postOf, mutedBy } = await loadSendersAndPosts(
    ctx,
    rows.map((row) => row.actor_id),
    rows.map((row) => row.post_id),
  );
  return rows.flatMap((row) => {
    const sender = personOf(row.actor_id);
    if (!sender || isMuted(sender, row.type)) return [];
    const post = postOf(row.post_id);
    return {
      _id: row.id,
      type: row.type,
      message: sentenceOf(sender, row.type, post),
      read: row.is_read,
      createdAt: row.created_at.toISOString(),
      sender: presentName(ctx, sender.user),
      post: presentPostContent(post),
      mutedBy: mutedBy(row.type, post),
    };
  });
}

/** Presents groups in the given order. Leaves out a group if the viewer may see none of its newest senders. */
export async function presentGroups(
  ctx: MemberContext,
  rows: GroupRow[],
): Promise<NotificationGroup[]> {
  const { personOf, postOf, mutedBy } = await loadSendersAndPosts(
    ctx,
    rows.flatMap(({ actorIds }) => actorIds),
    rows.map(({ postId }) => postId),
  );
  return rows.flatMap((row) => {
    const senders = row.actorIds.flatMap((id) => {
      const person = personOf(id);
      return person && !isMuted(person, row.type) ? person : [];
    });
    const [newest] = senders;
    if (!newest) return [];
    const post = postOf(row.postId);
    return {
      key: keyOfGroup(ctx, row),
      type: row.type,
      message: sentenceOf(newest, row.type, post),
      post: presentPostContent(post),
      mutedBy: mutedBy(row.type, post),
      isAboutComment: isComment(post),
      count: row.count - (row.actorIds.length - senders.length),
      unread: row.unread,
      senders: senders.map(({ user }) => presentName(ctx, user)),
      createdAt: row.createdAt.toISOString(),
      newestId: row.newestId,
    };
  });
}

/** A mute of reposts also hides the notifications of reposts. */
function isMuted({ muted }: AuthorCard, type: Notification['type']): boolean {
  return muted === 'all' || (muted === 'reposts' && type === 'repost');
}

type PostContent = Awaited<ReturnType<typeof findPostContents>>[number];

/** Loads the senders and posts of notifications, as far as the viewer may see them. */
async function loadSendersAndPosts(ctx: MemberContext, actorIds: string[], ids: (string | null)[]) {
  if (actorIds.length === 0)
    return { personOf: () => undefined, postOf: () => undefined, mutedBy: () => null };
  const postIds = [...new Set(ids.flatMap((id) => id ?? []))];
  const contents = postIds.length > 0 ? await findPostContents(ctx, postIds) : [];
  const peopleIds = [
    ...new Set([
      ...actorIds,
      ...contents.flatMap((post) => [post.audience_id, ...post.hidden_if_blocked_ids]),
    ]),
  ];
  const found = await findAuthorCards(ctx, ctx.viewer.id, peopleIds);
  const people = authorCardsFrom(found);
  const words = new MutedWords(found?.mutedWords ?? [], wallClock(), 'notifications');
  const personOf = (id: string): AuthorCard | undefined => {
    const person = people.get(id);
    return person && !isBlocked(person) ? person : undefined;
  };
  const relationships: ViewerRelationships = {
    viewerId: ctx.viewer.id,
    follows: (id) => people.get(id)?.relationship.follows ?? false,
    isBlocked: (id) => !personOf(id),
  };
  const posts = new Map(
    contents.flatMap((post) => (canSee(post, relationships) ? [[post.id, post] as const] : [])),
  );
  return {
    personOf,
    postOf: (id: string | null) => (id ? posts.get(id) : undefined),
    /** The muted word in the post. The posts of likes and reposts are the viewer's own. */
    mutedBy: (type: Notification['type'], post: PostContent | undefined) =>
      post && (type === 'comment' || type === 'mention') ? words.find(post.content) : null,
  };
}

function sentenceOf(
  { user }: AuthorCard,
  type: Notification['type'],
  post: PostContent | undefined,
): string {
  return `${user.full_name} ${actionText(type, isComment(post))}`;
}

const isComment = (post: PostContent | undefined) => post?.parent_id != null;

function presentPostContent(post: PostContent | undefined): Notification['post'] {
  return post ? { _id: post.id, content: post.content } : null;
}

function actionText(type: Notification['type'], isOfComment: boolean): string {
  const what = isOfComment ? 'comment' : 'post';
  return {
    like: `liked your ${what}.`,
    repost: `reposted your ${what}.`,
    comment: 'replied to you.',
    mention: 'mentioned you.',
    follow: 'followed you.',
  }[type];
}

/** Presents new notifications as socket events, with the unread count. */
export const presentNewNotifications: Present<'notification'> = async (ctx, entries) => {
  const [rows, unreadCount] = await Promise.all([
    findNotifications(
      ctx,
      ctx.viewer.id,
      entries.map(({ item }) => item.notificationId),
    ),
    countUnreadRows(ctx, ctx.viewer.id),
  ]);
  const views = new Map((await presentNotifications(ctx, rows)).map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item }) => {
      const view = views.get(item.notificationId);
      const payload = view && { ...view, unreadCount, seq };
      return payload ? [[seq, [{ name: 'newNotification' as const, payload }]]] : [];
    }),
  );
};

/** Presents changes of the counts. One event for the last entry is enough, because it carries the present counts. */
export const presentChanges: Present<'notificationsChanged'> = async (ctx, entries) => {
  const last = entries.at(-1);
  if (!last) return new Map();
  const payload = { ...(await countForBadges(ctx, ctx.viewer.id)), seq: last.seq };
  return new Map([[last.seq, [{ name: 'notificationsChanged' as const, payload }]]]);
};
