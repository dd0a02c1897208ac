import type { ActivityKind } from '@roost/contract/security';
import type { Context } from '../../kernel/context.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { insertActivity, trimActivity } from './activity.queries.ts';

/** Records a sign-in or a change in the transaction that makes it. */
export async function recordActivity(
  tx: Context,
  userId: string,
  what: ActivityKind,
  client: ClientInfo,
): Promise<void> {
  await insertActivity(tx, [{ userId, what, client, isFailure: false }]);
  await trimActivity(tx, userId, false);
}
