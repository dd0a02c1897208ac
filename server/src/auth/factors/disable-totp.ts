import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { authorize } from '../policy/authorize.ts';
import { removeTotp } from './remove-totp.ts';

/** A sign-in of the viewer needs no code any more. Succeeds without an app too. */
export async function disableTotp(ctx: MemberContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeSecondFactor');
    await removeTotp(tx, tx.viewer.id);
  });
}
