import type { Notification } from '@roost/contract/notifications';
import type { MemberContext } from '../context.ts';
import type { Present } from '../streams/presenters.ts';
import { canSee, type Standing } from '../posts/visibility.ts';
import { findTies } from '../users/user.queries.ts';
import { isBlocked, loadFaces, viewName } from '../users/view-users.ts';
import {
  countUnreadRows,
  findContents,
  findNotifications,
  type NotificationRow,
} from './inbox.queries.ts';

/** What these rows say, in their order; three statements at most, whatever their number. */
export async function viewNotifications(
  ctx: MemberContext,
  rows: NotificationRow[],
): Promise<Notification[]> {
  if (rows.length === 0) return [];
  const postIds = [...new Set(rows.flatMap((row) => row.post_id ?? []))];
  const contents = postIds.length > 0 ? await findContents(ctx, postIds) : [];
  const ids = [
    ...new Set([
      ...rows.map((row) => row.actor_id),
      ...contents.flatMap((post) => [post.audience_id, ...post.party_ids]),
    ]),
  ];
  const people = await loadFaces(ctx, ids, findTies(ctx, ctx.viewer.id, ids));
  const standing: Standing = {
    viewerId: ctx.viewer.id,
    follows: (id) => people.get(id)?.relation.follows ?? false,
    isBlocked: (id) => {
      const person = people.get(id);
      return !person || isBlocked(person);
    },
  };
  const posts = new Map(
    contents.flatMap((post) => (canSee(post, standing) ? [[post.id, post] as const] : [])),
  );
  return rows.flatMap((row) => {
    const sender = people.get(row.actor_id);
    if (!sender || isBlocked(sender)) return [];
    const post = row.post_id ? posts.get(row.post_id) : undefined;
    return {
      _id: row.id,
      type: row.type,
      message: `${sender.user.full_name} ${deed(row.type, post?.parent_id != null)}`,
      read: row.is_read,
      createdAt: row.created_at.toISOString(),
      sender: viewName(ctx, sender.user),
      post: post ? { _id: post.id, content: post.content } : null,
    };
  });
}

function deed(type: Notification['type'], isOfComment: boolean): string {
  const what = isOfComment ? 'comment' : 'post';
  return {
    like: `liked your ${what}.`,
    repost: `reposted your ${what}.`,
    comment: 'replied to you.',
    mention: 'mentioned you.',
    follow: 'followed you.',
  }[type];
}

/** New ones as their person's tabs get them, with the count that goes with them. */
export const presentNotifications: Present<'notification'> = async (ctx, entries) => {
  const [rows, unreadCount] = await Promise.all([
    findNotifications(
      ctx,
      ctx.viewer.id,
      entries.map(({ item }) => item.notificationId),
    ),
    countUnreadRows(ctx, ctx.viewer.id),
  ]);
  const views = new Map((await viewNotifications(ctx, rows)).map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item }) => {
      const view = views.get(item.notificationId);
      const payload = view && { ...view, unreadCount, seq };
      return payload ? [[seq, [{ name: 'newNotification' as const, payload }]]] : [];
    }),
  );
};

/** Only the last of several: it tells all there is to know. */
export const presentChanges: Present<'notificationsChanged'> = async (ctx, entries) => {
  const last = entries.at(-1);
  if (!last) return new Map();
  const payload = { unreadCount: await countUnreadRows(ctx, ctx.viewer.id), seq: last.seq };
  return new Map([[last.seq, [{ name: 'notificationsChanged' as const, payload }]]]);
};
