import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { deleteRows, hasNotification, markRowsRead } from './notification-list.queries.ts';
import { appendNotificationsChanged } from './notify.ts';

/** Marks one notification of the viewer as read, or all if `id` is null. Throws `not_found`. */
export async function markNotificationsRead(ctx: MemberContext, id: string | null): Promise<void> {
  await change(ctx, id, async (tx, userId) => markRowsRead(tx, userId, id === null ? null : [id]));
}

/** Deletes one notification of the viewer, or all if `id` is null. Throws `not_found`. */
export async function deleteNotifications(ctx: MemberContext, id: string | null): Promise<void> {
  await change(ctx, id, async (tx, userId) => deleteRows(tx, userId, id));
}

async function change(
  ctx: MemberContext,
  id: string | null,
  write: (tx: MemberContext, userId: string) => Promise<boolean>,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (id && !(await hasNotification(tx, tx.viewer.id, id)))
      throw new AppError('not_found', { message: 'Notification not found.' });
    if (await write(tx, tx.viewer.id)) appendNotificationsChanged(tx, [tx.viewer.id]);
  });
}
