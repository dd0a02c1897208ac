import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { media } from './media.ts';
import { moderationAction, reportReason } from './reasons.ts';
import { mutedBy } from './posts.ts';
import { siteRule } from './site.ts';
import { fromWhom, namedUser, notificationPreferences } from './users.ts';
import { done, id, pagination, paging, success, time } from './wire.ts';

export const notificationTypes = ['like', 'comment', 'follow', 'mention', 'repost'] as const;

export const notificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof notificationType>;

/** Types that only clients get that ask for them. `unreadCount` leaves them out. */
export const extendedTypes = ['moderation', 'security', 'followRequest'] as const;
export const anyNotificationType = z.enum([...notificationTypes, ...extendedTypes]);
export type AnyNotificationType = z.infer<typeof anyNotificationType>;

/** Null if the notification is about no post, and if the viewer may not see the post. */
const postExcerpt = z.object({ _id: id, content: z.string() }).nullable();

export const notification = z.object({
  _id: id,
  type: notificationType,
  /** A complete sentence. */
  message: z.string(),
  read: z.boolean(),
  createdAt: time,
  sender: namedUser,
  post: postExcerpt,
  mutedBy: mutedBy.optional(),
});
export type Notification = z.infer<typeof notification>;

const decision = z.object({
  _id: id,
  action: moderationAction,
  reason: reportReason,
  /** The rule of the site that was broken, as it was when the moderators decided. */
  rule: siteRule.nullable(),
  until: time.nullable(),
  message: z.string(),
  canAppeal: z.boolean(),
  /** The moderators took it back. */
  isUndone: z.boolean(),
});

export const securityEvents = [
  'passwordChanged',
  'passwordReset',
  'totpEnabled',
  'totpDisabled',
  'recoveryCodesReplaced',
  'passkeyAdded',
  'passkeyRemoved',
  'factorsReset',
  'emailChangeAsked',
  'emailChanged',
] as const;
/** A change of an account, of which its owner also learns by mail. */
export const securityEvent = z.enum(securityEvents);
export type SecurityEvent = z.infer<typeof securityEvent>;
const security = z.object({ what: securityEvent });

/** A decision of the moderators about the viewer or what they wrote. The sender is the site. */
const decisionNotice = notification.extend({ type: z.literal('moderation'), decision });
/** A change of the viewer's account. The sender is the site. */
const securityNotice = notification.extend({ type: z.literal('security'), security });
/** Somebody asks to follow the viewer. */
const followRequest = notification.extend({ type: z.literal('followRequest') });

/** A notification for clients that ask for extended types. */
export const extendedNotification = z.union([
  notification,
  decisionNotice,
  securityNotice,
  followRequest,
]);
export type ExtendedNotification = z.infer<typeof extendedNotification>;

const unread = z.object({ unreadCount: z.int() });

/** A stable, encrypted key of a group. Only its owner can use it. */
const groupKey = z.string().max(100);

/** The excerpt of a group also has the first picture or video of the post. */
const groupExcerpt = postExcerpt.unwrap().extend({ thumbnail: media.nullable() }).nullable();

/** Notifications of one type about one post, or the follows, or requests to follow, of one day in UTC. */
export const notificationGroup = z.object({
  key: groupKey,
  type: anyNotificationType,
  /** The text of the newest notification. */
  message: z.string(),
  post: groupExcerpt,
  mutedBy: mutedBy.optional(),
  /** Whether the post of a like or repost is a comment. */
  isAboutComment: z.boolean(),
  /** The number of its notifications, and of the unread ones. */
  count: z.int(),
  unread: z.int(),
  /** The senders of the newest notifications. */
  senders: z.array(namedUser).max(3),
  /** Time and id of the newest notification. */
  createdAt: time,
  newestId: id,
  /** Only in groups of the type `moderation`. */
  decision: decision.optional(),
  /** Only in groups of the type `security`. */
  security: security.optional(),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

export const GROUPS_PER_PAGE = 20;
/** The most ids that one call marks as read. */
export const MAX_MARKED_IDS = 200;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List the notifications of the viewer, newest first',
  auth: 'member',
  limit: 'reads',
  query: paging.extend({
    /** A filter by type. Without a known type it allows all. With `grouped`, several types can be separated by commas. */
    type: z.string().max(100).optional().catch(undefined),
    /** `1`: pages of 20 groups, in `groups`, instead of pages of notifications. */
    grouped: z.string().max(10).optional().catch(undefined),
    /** `following`: only by people the viewer follows. Works with `grouped` only. */
    filter: z.string().max(20).optional().catch(undefined),
    /** `1`: pages of notifications with the extended types. Groups always have them. */
    extended: z.string().max(10).optional().catch(undefined),
  }),
  response: success(
    unread.extend({
      notifications: z.array(extendedNotification),
      /** With `extended` or `grouped` only: the unread notifications that `unreadCount` does not include. */
      extendedCount: z.int().optional(),
      /** With `grouped` only: the number of groups of all types with something unread. */
      unreadGroups: z.int().optional(),
      groups: z.array(notificationGroup).max(GROUPS_PER_PAGE).optional(),
      pagination: pagination.extend({
        totalNotifications: z.int(),
        /** With `grouped` only. A lower bound, which is exact at the end of the list. */
        totalGroups: z.int().optional(),
      }),
    }),
  ),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: 'How many notifications are unread, and how many groups have something unread',
  auth: 'member',
  limit: 'reads',
  response: success(unread.extend({ extendedCount: z.int(), unreadGroups: z.int() })),
});

export const markAllRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/mark-all-read',
  summary: 'Mark every notification as read',
  auth: 'member',
  limit: 'writes',
  response: done,
});

export const markRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:notificationId/mark-read',
  summary: 'Mark one notification as read',
  auth: 'member',
  limit: 'writes',
  params: z.object({ notificationId: id }),
  response: done,
});

/** A group, up to the newest notification that its owner saw. */
const seenGroup = z.object({ key: groupKey, newestId: id });

export const markManyRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/mark-read',
  summary: 'Mark these notifications, and these groups up to a notification, as read',
  auth: 'member',
  limit: 'writes',
  body: z
    .object({
      ids: z.array(id).max(MAX_MARKED_IDS).optional().default([]),
      groups: z.array(seenGroup).max(GROUPS_PER_PAGE).optional().default([]),
    })
    .refine(({ ids, groups }) => ids.length + groups.length > 0, 'Say what was read.'),
  response: done,
});

export const markGroupRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/groups/:key/mark-read',
  summary: 'Mark a group as read, without what is newer than `newestId`',
  auth: 'member',
  limit: 'writes',
  params: z.object({ key: groupKey }),
  body: z.object({ newestId: id }),
  response: done,
});

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/notifications/groups/:key',
  summary: 'Delete a group, without what is newer than `newestId`',
  auth: 'member',
  limit: 'writes',
  params: z.object({ key: groupKey }),
  body: z.object({ newestId: id }),
  response: done,
});

export const deleteAllNotifications = endpoint({
  method: 'DELETE',
  path: '/api/notifications',
  summary: 'Delete every notification',
  auth: 'member',
  limit: 'writes',
  response: done,
});

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:notificationId',
  summary: 'Delete one notification',
  auth: 'member',
  limit: 'writes',
  params: z.object({ notificationId: id }),
  response: done,
});

const preferencesAnswer = z.object({ status: z.literal('success'), notificationPreferences });
const change = fromWhom.partial();

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/api/users/me/notification-preferences',
  summary: 'Get the notification preferences',
  auth: 'member',
  limit: 'reads',
  response: preferencesAnswer,
});

export const setNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/api/users/me/notification-preferences',
  summary: 'Change the notification preferences. Absent fields keep their values',
  auth: 'member',
  limit: 'writes',
  body: z.object({
    notificationPreferences: z
      .object({
        all: change.optional(),
        types: z
          .object({
            like: change,
            comment: change,
            follow: change,
            mention: change,
            repost: change,
          })
          .partial()
          .optional(),
      })
      .refine(({ all, types }) => all ?? types, 'Say what to change.'),
  }),
  response: preferencesAnswer,
});
