import * as endpoints from '@roost/contract/notifications';
import type { Route } from '../http/route.ts';
import { clearInbox, listInbox, markInboxRead } from './inbox.ts';
import { countUnreadRows } from './inbox.queries.ts';
import { changePreferences, getPreferences } from './preferences.ts';

export function notificationsRoutes(route: Route): void {
  route(endpoints.listNotifications, async (ctx, { query }) => ({
    data: await listInbox(ctx, query),
  }));

  route(endpoints.countUnread, async (ctx) => ({
    data: { unreadCount: await countUnreadRows(ctx, ctx.viewer.id) },
  }));

  route(endpoints.markAllRead, async (ctx) => {
    await markInboxRead(ctx, null);
    return { message: 'All notifications marked as read.' };
  });

  route(endpoints.markRead, async (ctx, { params }) => {
    await markInboxRead(ctx, params.notificationId);
    return { message: 'Notification marked as read.' };
  });

  route(endpoints.deleteAllNotifications, async (ctx) => {
    await clearInbox(ctx, null);
    return { message: 'All notifications deleted.' };
  });

  route(endpoints.deleteNotification, async (ctx, { params }) => {
    await clearInbox(ctx, params.notificationId);
    return { message: 'Notification deleted.' };
  });

  route(endpoints.getNotificationPreferences, async (ctx) => ({
    notificationPreferences: await getPreferences(ctx),
  }));

  route(endpoints.setNotificationPreferences, async (ctx, { body }) => ({
    notificationPreferences: await changePreferences(ctx, body.notificationPreferences),
  }));
}
