import {
  anyNotificationType,
  notificationType,
  type AnyNotificationType,
} from '@roost/contract/notifications';
import { id, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../kernel/context.ts';
import { pageOf, windowOf } from '../platform/http/paging/paging.ts';
import { listNotificationRows } from './notification-list.queries.ts';
import { presentNotifications } from './present-notifications.ts';

interface NotificationQuery extends Paging {
  type?: string | undefined;
  extended?: string | undefined;
}

/** Lists a page of the viewer's notifications, newest first, with the totals for 'Page x of y'. */
export async function listNotifications(
  ctx: MemberContext,
  { type: wanted, extended, ...paging }: NotificationQuery,
) {
  const isExtended = extended === '1';
  const types = isExtended ? anyNotificationType : notificationType;
  // An unknown type means all types.
  const type: AnyNotificationType | undefined = types.safeParse(wanted).data;
  const list = isExtended ? 'extended notifications' : 'notifications';
  const page = windowOf(ctx, paging, id, list, type ?? 'all');
  const scope = { type, isExtended, hasMutes: ctx.viewer.hasMutes };
  const found = await listNotificationRows(ctx, ctx.viewer.id, scope, page);
  const { total, unread } = found;
  const { rows, pagination } = pageOf(found.rows, paging, page, (row) => row.id);
  return {
    notifications: await presentNotifications(ctx, rows),
    unreadCount: unread,
    ...(isExtended && { extendedCount: found.extended }),
    pagination: {
      ...pagination,
      totalPages: Math.max(1, Math.ceil(total / paging.limit)),
      totalNotifications: total,
    },
  };
}
