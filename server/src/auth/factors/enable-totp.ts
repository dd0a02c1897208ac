import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorizeNewFactor } from './authorize-new-factor.ts';
import { confirmSecret, keepFormerApp, lockSecrets } from './factor.queries.ts';
import { storeRecoveryCodes } from './replace-recovery-codes.ts';
import { openSecret } from './second-factor.ts';
import { totpStepOf } from './totp.ts';

/**
 * Confirms the secret of `setUpTotp` by a code of the viewer's app. From then on a sign-in needs a code. Returns new recovery
 * codes. Throws `not_set_up` or `wrong_code`.
 */
export async function enableTotp(
  ctx: MemberContext,
  code: string,
  client: ClientInfo,
): Promise<string[]> {
  const { id } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    await authorizeNewFactor(tx);
    const pending = (await lockSecrets(tx, id))?.pending_secret;
    if (!pending) throw new AppError('not_set_up');
    const step = totpStepOf(code.replaceAll(/[\s-]/g, ''), openSecret(tx, id, pending));
    if (step === null) throw wrongCode();
    await keepFormerApp(tx, id);
    await confirmSecret(tx, id, step);
    await recordChange(tx, id, 'totpEnabled', client);
    return storeRecoveryCodes(tx, id);
  });
}

/** For a code that a member gives in a session. */
export function wrongCode(): AppError {
  const { message } = new AppError('wrong_code');
  return new AppError('wrong_code', { fields: [{ path: 'code', message }] });
}
