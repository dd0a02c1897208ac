import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { assertMailAllowed } from '../../site/blocks/assert-not-blocked.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findUserIdByEmail } from '../account.queries.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorize } from '../policy/authorize.ts';
import { findEmail } from './address.queries.ts';
import { askToVerify } from './ask-to-verify.ts';
import { tellOwnerOfTakenAddress } from './taken-address.ts';

/**
 * Asks the owner of a new address to confirm it. The viewer keeps the old address until then, and gets a notice there. Throws
 * `bad_input` for the viewer's own address, `email_taken`, or `mail_domain_blocked`.
 */
export async function changeEmail(
  ctx: MemberContext,
  email: string,
  client: ClientInfo,
): Promise<void> {
  const { id } = ctx.viewer;
  await assertMailAllowed(ctx, email);
  await ctx.limiter.take('verificationMails', id);
  const owner = await findUserIdByEmail(ctx, email.toLowerCase(), { orHeld: true });
  const isTaken = owner !== undefined && owner !== id;
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeEmail');
    const current = (await findEmail(tx, id))?.email ?? '';
    if (current.toLowerCase() === email.toLowerCase()) throw ownAddress();
    if (isTaken) return;
    await askToVerify(tx, id, email);
    await recordChange(tx, id, 'emailChangeAsked', client);
  });
  if (!isTaken) return;
  await tellOwnerOfTakenAddress(ctx, email, client);
  throw emailTaken();
}

export function emailTaken(): AppError {
  const { message } = new AppError('email_taken');
  return new AppError('email_taken', { fields: [{ path: 'email', message }] });
}

function ownAddress(): AppError {
  const message = 'This is your address already.';
  return new AppError('bad_input', { message, fields: [{ path: 'email', message }] });
}
