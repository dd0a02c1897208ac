import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { markRowsRead } from '../notification-list.queries.ts';
import { appendNotificationsChanged } from '../notify.ts';
import { groupOfKey } from './sealed-group-key.ts';
import { deleteGroupRows, hasInGroup, markGroupRowsRead, type SeenGroup } from './group.queries.ts';

interface KeyedGroup {
  key: string;
  newestId: string;
}

function seenGroup(ctx: MemberContext, { key, newestId }: KeyedGroup): SeenGroup {
  return { ...groupOfKey(ctx, key), newestId };
}

/** Marks the rows of a screen as read. Ignores rows that no longer exist. */
export async function markSeen(
  ctx: MemberContext,
  { ids, groups }: { ids: string[]; groups: KeyedGroup[] },
): Promise<void> {
  const seen = groups.map((group) => seenGroup(ctx, group));
  await transaction(ctx, async (tx) => {
    const areMarked = [
      await markRowsRead(tx, tx.viewer.id, ids),
      await markGroupRowsRead(tx, tx.viewer.id, seen),
    ];
    if (areMarked.some(Boolean)) appendNotificationsChanged(tx, [tx.viewer.id]);
  });
}

/** Marks a group as read, up to the notification that its owner saw. */
export async function markGroupRead(ctx: MemberContext, group: KeyedGroup): Promise<void> {
  await changeGroup(ctx, group, async (tx, seen) => markGroupRowsRead(tx, tx.viewer.id, [seen]));
}

/** Deletes a group, up to the notification that its owner saw. */
export async function deleteGroup(ctx: MemberContext, group: KeyedGroup): Promise<void> {
  await changeGroup(ctx, group, async (tx, seen) => deleteGroupRows(tx, tx.viewer.id, seen));
}

async function changeGroup(
  ctx: MemberContext,
  group: KeyedGroup,
  write: (tx: MemberContext, seen: SeenGroup) => Promise<boolean>,
): Promise<void> {
  const seen = seenGroup(ctx, group);
  await transaction(ctx, async (tx) => {
    if (!(await hasInGroup(tx, tx.viewer.id, seen)))
      throw new AppError('not_found', { message: 'Notification not found.' });
    if (await write(tx, seen)) appendNotificationsChanged(tx, [tx.viewer.id]);
  });
}
