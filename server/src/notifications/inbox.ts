import { AppError } from '@roost/contract/errors';
import type { Notification, NotificationType } from '@roost/contract/notifications';
import { id, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { pageOf, windowOf } from '../http/paging.ts';
import {
  deleteRows,
  hasNotification,
  listNotificationRows,
  markRowsRead,
} from './inbox.queries.ts';
import { tellOfChange } from './notify.ts';
import { viewNotifications } from './view-notifications.ts';

/** One page of what the viewer was told of, with the totals 'Page x of y' needs. */
export async function listInbox(
  ctx: MemberContext,
  { type, ...paging }: Paging & { type?: NotificationType | undefined },
) {
  const page = windowOf(paging, id);
  const found = await listNotificationRows(ctx, ctx.viewer.id, type, page);
  const { total, unread } = found;
  const { rows, pagination } = pageOf(found.rows, paging, page, (row) => row.id);
  const notifications: Notification[] = await viewNotifications(ctx, rows);
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

/** Marks one as read, or all of them when none is named. */
export async function markInboxRead(ctx: MemberContext, one: string | null): Promise<void> {
  await change(ctx, one, markRowsRead);
}

/** Deletes one, or all of them when none is named. */
export async function clearInbox(ctx: MemberContext, one: string | null): Promise<void> {
  await change(ctx, one, deleteRows);
}

async function change(
  ctx: MemberContext,
  one: string | null,
  write: typeof markRowsRead,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (one && !(await hasNotification(tx, tx.viewer.id, one)))
      throw new AppError('not_found', { message: 'Notification not found.' });
    if (await write(tx, tx.viewer.id, one)) tellOfChange(tx, [tx.viewer.id]);
  });
}
