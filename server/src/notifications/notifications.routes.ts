import * as endpoints from '@roost/contract/notifications';
import type { Route } from '../platform/http/route.ts';
import { deleteNotifications, markNotificationsRead } from './change-notifications.ts';
import { deleteGroup, markGroupRead, markSeen } from './groups/change-groups.ts';
import { listGroups } from './groups/list-groups.ts';
import { listNotifications } from './list-notifications.ts';
import { countUnreadRows } from './notification-list.queries.ts';
import { changePreferences, getPreferences } from './preferences/change-preferences.ts';

export function notificationsRoutes(route: Route): void {
  notificationRoutes(route);
  groupRoutes(route);
  preferenceRoutes(route);
}

function notificationRoutes(route: Route): void {
  route(endpoints.listNotifications, async (ctx, { query }) => ({
    data: await (query.grouped === '1' ? listGroups(ctx, query) : listNotifications(ctx, query)),
  }));

  route(endpoints.countUnread, async (ctx) => ({
    data: await countUnreadRows(ctx, ctx.viewer.id, ctx.viewer.hasMutes),
  }));

  route(endpoints.markAllRead, async (ctx) => {
    await markNotificationsRead(ctx, null);
    return { message: 'All notifications marked as read.' };
  });

  route(endpoints.markRead, async (ctx, { params }) => {
    await markNotificationsRead(ctx, params.notificationId);
    return { message: 'Notification marked as read.' };
  });

  route(endpoints.deleteAllNotifications, async (ctx) => {
    await deleteNotifications(ctx, null);
    return { message: 'All notifications deleted.' };
  });

  route(endpoints.deleteNotification, async (ctx, { params }) => {
    await deleteNotifications(ctx, params.notificationId);
    return { message: 'Notification deleted.' };
  });
}

function groupRoutes(route: Route): void {
  route(endpoints.markManyRead, async (ctx, { body }) => {
    await markSeen(ctx, body);
    return { message: 'Notifications marked as read.' };
  });

  route(endpoints.markGroupRead, async (ctx, { params, body }) => {
    await markGroupRead(ctx, { ...params, ...body });
    return { message: 'Notifications marked as read.' };
  });

  route(endpoints.deleteGroup, async (ctx, { params, body }) => {
    await deleteGroup(ctx, { ...params, ...body });
    return { message: 'Notifications deleted.' };
  });
}

function preferenceRoutes(route: Route): void {
  route(endpoints.getNotificationPreferences, async (ctx) => ({
    notificationPreferences: await getPreferences(ctx),
  }));

  route(endpoints.setNotificationPreferences, async (ctx, { body }) => ({
    notificationPreferences: await changePreferences(ctx, body.notificationPreferences),
  }));
}
