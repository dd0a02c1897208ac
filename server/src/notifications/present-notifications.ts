import type { Media } from '@roost/contract/media';
import type {
  AnyNotificationType,
  ExtendedNotification,
  NotificationGroup,
} from '@roost/contract/notifications';
import { MutedWords } from '@roost/contract/text/muted-words';
import type { MemberContext } from '../kernel/context.ts';
import { wallClock } from '../lib/wall-clock.ts';
import type { DeliveryContext, Present } from '../event-log/presenters.ts';
import { loadMedia, presentMedia } from '../media/present-media.ts';
import { findFollowed } from '../relations/follow.queries.ts';
import { canSee, type ViewerRelationships } from '../posts/visibility.ts';
import {
  authorCardsFrom,
  isBlocked,
  presentAuthorName,
  type AuthorCard,
} from '../users/present-users.ts';
import { findAuthorCards } from '../users/user.queries.ts';
import { keyOfGroup } from './groups/sealed-group-key.ts';
import { loadNotices } from './load-notices.ts';
import type { GroupRow } from './groups/group.queries.ts';
import {
  countForBadges,
  countUnreadRows,
  findPostContents,
  findNotifications,
  type NotificationRow,
  type UnreadCounts,
} from './notification-list.queries.ts';

/**
 * Presents notifications in the given order. Leaves out blocked and muted senders. Sends at most two statements for any number, and one
 * more if there are notices of moderators.
 */
export async function presentNotifications(
  ctx: MemberContext,
  rows: NotificationRow[],
): Promise<ExtendedNotification[]> {
  const noticeOf = await loadNotices(ctx, rows);
  const byPeople = rows.filter(({ type }) => isByPeople(type));
  const { personOf, postOf, mutedBy } = await loadSendersAndPosts(
    ctx,
    byPeople.map((row) => row.actor_id),
    byPeople.map((row) => row.post_id),
  );
  return rows.flatMap((row) => {
    const { id: _id, type, is_read: read } = row;
    const base = { _id, type, read, createdAt: row.created_at.toISOString() };
    const notice = noticeOf(row);
    if (notice) return { ...base, ...notice, post: null } as ExtendedNotification;
    const sender = personOf(row.actor_id);
    if (!isByPeople(type) || !sender || isMuted(sender, type)) return [];
    const post = postOf(row.post_id);
    return {
      ...base,
      type,
      message: sentenceOf(sender, type, post),
      sender: presentAuthorName(ctx, sender),
      post: presentPostContent(post),
      mutedBy: mutedBy(type, post),
    };
  });
}

/**
 * Presents groups in the given order. Leaves out a group if the viewer may see none of its newest senders. Sends one statement more than
 * `presentNotifications` if a post has a picture or video.
 */
export async function presentGroups(
  ctx: MemberContext,
  rows: GroupRow[],
): Promise<NotificationGroup[]> {
  const noticeOf = await loadNotices(ctx, rows.map(noticeRowOf));
  const byPeople = rows.filter(({ type }) => isByPeople(type));
  const { personOf, postOf, mutedBy } = await loadSendersAndPosts(
    ctx,
    byPeople.flatMap(({ actorIds }) => actorIds),
    byPeople.map(({ postId }) => postId),
  );
  const thumbnailOf = await loadThumbnails(
    ctx,
    byPeople.flatMap(({ postId }) => postOf(postId) ?? []),
  );
  return rows.flatMap((row) => {
    const notice = noticeOf(noticeRowOf(row));
    if (notice) return presentNoticeGroup(ctx, row, notice);
    if (!isByPeople(row.type)) return [];
    const { type } = row;
    const senders = row.actorIds.flatMap((id) => {
      const person = personOf(id);
      return person && !isMuted(person, type) ? person : [];
    });
    const [newest] = senders;
    if (!newest) return [];
    const post = postOf(row.postId);
    return {
      key: keyOfGroup(ctx, row),
      type,
      message: sentenceOf(newest, type, post),
      post: post ? { _id: post.id, content: post.content, thumbnail: thumbnailOf(post) } : null,
      mutedBy: mutedBy(type, post),
      isAboutComment: isComment(post),
      count: row.count - (row.actorIds.length - senders.length),
      unread: row.unread,
      senders: senders.map((sender) => presentAuthorName(ctx, sender)),
      createdAt: row.createdAt.toISOString(),
      newestId: row.newestId,
    };
  });
}

const noticeRowOf = ({ type, postId, detail }: GroupRow) => ({ type, post_id: postId, detail });

function presentNoticeGroup(
  ctx: MemberContext,
  row: GroupRow,
  { sender, ...notice }: NonNullable<ReturnType<Awaited<ReturnType<typeof loadNotices>>>>,
): NotificationGroup {
  return {
    key: keyOfGroup(ctx, row),
    type: row.type,
    ...notice,
    post: null,
    isAboutComment: false,
    count: row.count,
    unread: row.unread,
    senders: [sender],
    createdAt: row.createdAt.toISOString(),
    newestId: row.newestId,
  };
}

/** The types of notifications about what people do. The site itself sends all others. */
type TypeByPeople = Exclude<AnyNotificationType, 'moderation' | 'security'>;
const isByPeople = (type: AnyNotificationType): type is TypeByPeople =>
  type !== 'moderation' && type !== 'security';

/** A mute of reposts also hides the notifications of reposts. */
function isMuted({ muted }: AuthorCard, type: TypeByPeople): boolean {
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
    mutedBy: (type: TypeByPeople, post: PostContent | undefined) =>
      post && (type === 'comment' || type === 'mention') ? words.find(post.content) : null,
  };
}

function sentenceOf(
  { user }: AuthorCard,
  type: TypeByPeople,
  post: PostContent | undefined,
): string {
  return `${user.full_name} ${actionText(type, isComment(post))}`;
}

const isComment = (post: PostContent | undefined) => post?.parent_id != null;

/** Loads the first picture or video of posts that the viewer may see. Sends a statement only if there is one. */
async function loadThumbnails(ctx: MemberContext, posts: readonly PostContent[]) {
  const known = await loadMedia(ctx, [
    ...new Set(posts.flatMap(({ first_media_id }) => first_media_id ?? [])),
  ]);
  return ({ first_media_id }: PostContent): Media | null => {
    const found = first_media_id ? known.get(first_media_id) : undefined;
    return found ? presentMedia(ctx, found, ctx.viewer.id) : null;
  };
}

function presentPostContent(post: PostContent | undefined): ExtendedNotification['post'] {
  return post ? { _id: post.id, content: post.content } : null;
}

function actionText(type: TypeByPeople, isOfComment: boolean): string {
  const what = isOfComment ? 'comment' : 'post';
  return {
    like: `liked your ${what}.`,
    repost: `reposted your ${what}.`,
    comment: 'replied to you.',
    mention: 'mentioned you.',
    follow: 'followed you.',
    followRequest: 'asked to follow you.',
  }[type];
}

/**
 * Presents new notifications as socket events, with the unread count. Only clients that know extended types get these, and the count
 * of them.
 */
export const presentNewNotifications: Present<'notification'> = async (ctx, entries) => {
  const ids = entries.map(({ item }) => item.notificationId);
  const [found, counts] = await Promise.all([
    findNotifications(ctx, ctx.viewer.id, ids, ctx.isExtended),
    countUnreadRows(ctx, ctx.viewer.id),
  ]);
  const views = new Map((await presentNotifications(ctx, found)).map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item }) => {
      const view = views.get(item.notificationId);
      const payload = view && { ...view, ...shownCounts(ctx, counts), seq };
      return payload ? [[seq, [{ name: 'newNotification' as const, payload }]]] : [];
    }),
  );
};

/** Presents changes of the counts. One event for the last entry is enough, because it carries the present counts. */
export const presentChanges: Present<'notificationsChanged'> = async (ctx, entries) => {
  const last = entries.at(-1);
  if (!last) return new Map();
  const accepted = entries.flatMap(({ item }) => item.acceptedBy ?? []);
  const [counts, acceptedBy] = await Promise.all([
    countForBadges(ctx, ctx.viewer.id),
    // The person may have ended the follow since.
    accepted.length > 0 ? findFollowed(ctx, ctx.viewer.id, accepted) : [],
  ]);
  const payload = {
    ...shownCounts(ctx, counts),
    ...(acceptedBy.length > 0 && { acceptedBy }),
    seq: last.seq,
  };
  return new Map([[last.seq, [{ name: 'notificationsChanged' as const, payload }]]]);
};

function shownCounts<Counts extends UnreadCounts>(
  { isExtended }: DeliveryContext,
  { extendedCount, unreadGroups, ...counts }: Counts,
) {
  return isExtended ? { ...counts, extendedCount, unreadGroups } : counts;
}
