import type { AnyNotificationType, ExtendedNotification } from '@roost/contract/notifications';
import type { PushTarget } from '@roost/contract/push';
import type { MemberContext } from '../../kernel/context.ts';
import {
  countUnreadAbout,
  findNotifications,
  type NotificationRow,
} from '../../notifications/notification-list.queries.ts';
import { findPostOfNotification } from '../../notifications/notification.queries.ts';
import { presentNotifications } from '../../notifications/present-notifications.ts';
import { findPeopleOfPush, type PresentedPush } from './push-people.ts';
import { kindOf, tagOf } from '../push-rules.ts';
import { findPushReader } from './push-reader.queries.ts';
import { wordsFor } from './push-text.ts';

/** Presents an unread notification. */
export async function presentNotificationPush(
  ctx: MemberContext,
  id: string,
): Promise<PresentedPush | null> {
  const [row] = await findNotifications(ctx, ctx.viewer.id, [id]);
  if (!row || row.is_read) return null;
  const [shown] = await presentNotifications(ctx, [row]);
  if (!shown) return null;
  if (shown.type === 'moderation' || shown.type === 'security')
    return presentNotice(ctx, row, shown);
  // Where a row of the list would be folded or have lost its post, a push says nothing.
  if (shown.mutedBy !== null || (row.post_id && !shown.post)) return null;
  const post = row.post_id ? await findPostOfNotification(ctx, row.post_id) : undefined;
  const cause = { actorId: row.actor_id, type: row.type, rootId: post?.root_id ?? post?.id };
  const people = await findPeopleOfPush(ctx, cause);
  if (!people?.reader.wantsType || people.reader.mutesThread) return null;
  const { language } = people.reader;
  // Likes, reposts and follows of several people are one push. An answer or a mention is about a post of its own.
  const count =
    kindOf[row.type] === 'mentions' ? 1 : await countUnreadAbout(ctx, ctx.viewer.id, row);
  return {
    language,
    text: {
      kind: kindOf[row.type],
      title: titleOf(shown.type, language, {
        name: shown.sender.fullName,
        count: Math.max(1, count),
        what: post?.root_id ? 'comment' : 'post',
      }),
      body: shown.post?.content ?? `@${shown.sender.username}`,
      tag: tagOf(row),
      opens: targetOf(shown.type, row, shown.sender.username),
      icon: shown.sender.avatar,
    },
  };
}

type TypeByPeople = Exclude<AnyNotificationType, 'moderation' | 'security'>;

function titleOf(
  type: TypeByPeople,
  language: string,
  { name: newest, count, what }: { name: string; count: number; what: 'comment' | 'post' },
): string {
  const words = wordsFor(language);
  const name = count > 1 ? words.nameAndOthers({ name: newest, others: count - 1 }) : newest;
  const values = { name, count, what };
  return {
    like: words.liked(values),
    repost: words.reposted(values),
    comment: words.replied(values),
    mention: words.mentioned(values),
    follow: words.followed(values),
    followRequest: words.asksToFollow(values),
  }[type];
}

function targetOf(type: TypeByPeople, row: NotificationRow, username: string): PushTarget {
  if (type === 'followRequest') return { page: 'followRequests' };
  if (type === 'follow') return { page: 'profile', username };
  return row.post_id ? { page: 'post', id: row.post_id } : { page: 'notifications' };
}

/** The site itself tells what happened. Its text is the same with and without a preview. */
async function presentNotice(
  ctx: MemberContext,
  row: NotificationRow,
  { type, sender }: Pick<ExtendedNotification, 'type' | 'sender'>,
): Promise<PresentedPush | null> {
  const reader = await findPushReader(ctx, ctx.viewer.id, { actorId: row.actor_id });
  if (!reader) return null;
  const { language } = reader;
  const words = wordsFor(language);
  return {
    language,
    text: {
      kind: 'others',
      title: sender.fullName,
      body: type === 'security' ? words.security : words.decision,
      tag: tagOf(row),
      opens: { page: type === 'security' ? 'security' : 'decisions' },
      icon: sender.avatar,
    },
  };
}
