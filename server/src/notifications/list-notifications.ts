import { notificationType, type Notification } from '@roost/contract/notifications';
import { id, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../kernel/context.ts';
import { pageOf, windowOf } from '../platform/http/paging/paging.ts';
import { listNotificationRows } from './notification-list.queries.ts';
import { presentNotifications } from './present-notifications.ts';

/** Lists a page of the viewer's notifications, newest first, with the totals for 'Page x of y'. */
export async function listNotifications(
  ctx: MemberContext,
  { type: wanted, ...paging }: Paging & { type?: string | undefined },
) {
  // An unknown type means all types.
  const type = notificationType.safeParse(wanted).data;
  const page = windowOf(ctx, paging, id, 'notifications', type ?? 'all');
  const found = await listNotificationRows(ctx, ctx.viewer.id, type, page, ctx.viewer.hasMutes);
  const { total, unread } = found;
  const { rows, pagination } = pageOf(found.rows, paging, page, (row) => row.id);
  const notifications: Notification[] = await presentNotifications(ctx, rows);
  return {
    notifications,
    unreadCount: unread,
    pagination: {
      ...pagination,
      totalPages: Math.max(1, Math.ceil(total / paging.limit)),
      totalNotifications: total,
    },
  };
}
