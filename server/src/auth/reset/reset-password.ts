import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { getAccount, lockAccount, setPasswordHash, setResetRequired } from '../account.queries.ts';
import { loginAddressKey, loginKeys } from '../login-budget.ts';
import { markEmailVerified } from '../addresses/address.queries.ts';
import { deleteEmailLink } from '../addresses/email-link.queries.ts';
import { removeUnverifiedFactors } from '../factors/remove-unverified-factors.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { assertNotGuessable } from '../passwords/assert-not-guessable.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { passwordChangeKey } from '../passwords/update-password.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findReset, consumeReset } from './reset.queries.ts';

/**
 * Sets a new password through a mailed link and ends every session. Bad input does not consume the link. An unknown
 * link costs no hash. Throws bad_token or bad_input.
 */
export async function resetPassword(
  ctx: Context,
  token: string,
  input: { password: string; confirmpassword: string },
  client: ClientInfo,
): Promise<void> {
  const { address } = client;
  assertSame(input.password, input.confirmpassword);
  const tokenHash = hashToken(token);
  const found = await findReset(ctx, tokenHash);
  if (!found) throw new AppError('bad_token');
  assertNotGuessable(input.password, await getAccount(ctx, found), 'password');
  // The link proves that its holder reads the owner's mail.
  const requester = { network: networkKey(address, 'network'), isKnown: true };
  const passwordHash = await hashPassword(ctx, input.password, requester);
  await transaction(ctx, async (tx) => {
    await lockAccount(tx, found);
    const owner = await consumeReset(tx, tokenHash);
    if (owner !== found) throw new AppError('bad_token');
    await setPasswordHash(tx, owner, passwordHash);
    await setResetRequired(tx, owner, false);
    await endAllSessions(tx, owner);
    await removeUnverifiedFactors(tx, owner, client);
    // The link proves that its holder reads the mail of this address. A change that waits is dropped.
    await deleteEmailLink(tx, owner);
    await markEmailVerified(tx, owner);
    await recordChange(tx, owner, 'passwordReset', client);
  });
  // The owner can log in now, even from an address that their failures had locked.
  await ctx.limiter.clear('loginFailures', passwordChangeKey(found));
  for (const key of loginKeys(found)) {
    const failures = await ctx.limiter.clear('loginFailures', key);
    await ctx.limiter.giveBack('loginFailures', loginAddressKey(address), failures);
  }
}

function assertSame(password: string, confirmation: string): void {
  if (password.normalize('NFC') === confirmation.normalize('NFC')) return;
  const message = 'Passwords do not match.';
  throw new AppError('bad_input', { message, fields: [{ path: 'confirmpassword', message }] });
}
