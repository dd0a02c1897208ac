import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorize } from '../policy/authorize.ts';
import { deletePasskey } from './passkey.queries.ts';

/** Removes one of the viewer's passkeys. Throws `not_found` if there is no such passkey. */
export async function removePasskey(
  ctx: MemberContext,
  passkeyId: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeSecondFactor');
    if (!(await deletePasskey(tx, tx.viewer.id, passkeyId))) throw new AppError('not_found');
    await recordChange(tx, tx.viewer.id, 'passkeyRemoved', client);
  });
}
