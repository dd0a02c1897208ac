import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorize } from '../policy/authorize.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, lockSecrets } from './factor.queries.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

/** Makes new recovery codes for the viewer. The old ones stop working. Throws `not_set_up` if no app is in use. */
export async function replaceRecoveryCodes(
  ctx: MemberContext,
  client: ClientInfo,
): Promise<string[]> {
  const { id } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'changeSecondFactor');
    if (!(await lockSecrets(tx, id))?.secret) throw new AppError('not_set_up');
    await recordChange(tx, id, 'recoveryCodesReplaced', client);
    return storeRecoveryCodes(tx, id);
  });
}

/** Returns the new codes, whose hashes it stores. The person sees them only this once. */
export async function storeRecoveryCodes(tx: Context, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}
