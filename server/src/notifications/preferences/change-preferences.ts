import type { setNotificationPreferences } from '@roost/contract/notifications';
import type { Received } from '@roost/contract/endpoint';
import type { NotificationPreferences } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { readPreferences } from '../../users/profile/present-own-user.ts';
import { findPreferences, lockPreferences, updatePreferences } from './preferences.queries.ts';

type Change = Received<typeof setNotificationPreferences>['body']['notificationPreferences'];

export async function getPreferences(ctx: MemberContext): Promise<NotificationPreferences> {
  return readPreferences(await findPreferences(ctx, ctx.viewer.id));
}

/** Merges a change into the stored preferences. Absent fields keep their values, also nested ones. Returns the result. */
export async function changePreferences(
  ctx: MemberContext,
  change: Change,
): Promise<NotificationPreferences> {
  return transaction(ctx, async (tx) => {
    const now = readPreferences(await lockPreferences(tx, tx.viewer.id));
    const merged = readPreferences({
      all: { ...now.all, ...change.all },
      types: Object.fromEntries(
        Object.entries(now.types).map(([type, rule]) => [
          type,
          { ...rule, ...change.types?.[type as keyof typeof now.types] },
        ]),
      ),
    });
    await updatePreferences(tx, tx.viewer.id, merged);
    return merged;
  });
}
