import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fromWhom, namedUser, notificationPreferences, notificationTypes } from './users.ts';
import { done, id, pagination, paging, success, time } from './wire.ts';

export const notificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof notificationType>;

export const notification = z.object({
  _id: id,
  type: notificationType,
  /** One sentence that stands by itself. */
  message: z.string(),
  read: z.boolean(),
  createdAt: time,
  sender: namedUser,
  /** What it leads to, and what that says; null for a follow, and once the viewer may no longer see it. */
  post: z.object({ _id: id, content: z.string() }).nullable(),
});
export type Notification = z.infer<typeof notification>;

const unread = z.object({ unreadCount: z.int() });

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the viewer was told of, newest first',
  auth: 'member',
  limit: 'reads',
  query: paging.extend({
    /** Only these; anything unknown reads as all. */
    type: notificationType.optional().catch(undefined),
  }),
  response: success(
    unread.extend({
      notifications: z.array(notification),
      pagination: pagination.extend({ totalNotifications: z.int() }),
    }),
  ),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: 'How many notifications are unread',
  auth: 'member',
  limit: 'reads',
  response: success(unread),
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
  summary: 'What the viewer wants to be told of',
  auth: 'member',
  limit: 'reads',
  response: preferencesAnswer,
});

export const setNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/api/users/me/notification-preferences',
  summary: 'Change what the viewer is told of; what is left out stays as it is',
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
