import { AppError } from '@roost/contract/errors';
import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import { assertAddressAllowed } from '../site/blocks/assert-not-blocked.ts';
import { findAccount, setPasswordHash } from './account.queries.ts';
import { attemptKeys, takeAttempt } from './login-budget.ts';
import { hashPassword, decoyAccount } from './passwords/hash-password.ts';
import { lockVerifiedPassword, withVerifiedPassword } from './passwords/verify-password.ts';
import { askForSecondFactor } from './factors/ask-for-second-factor.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { signIn, type SignedIn } from './sign-in.ts';

/**
 * Opens a session if the password is right. For an account with a second factor, throws `second_factor_required` instead. An
 * unknown account and a wrong password get the same answer after the same time. Failures count by account and by address.
 * Each attempt takes a point before the comparison, so parallel attempts count too. A success returns it. On a known device
 * only this device's failures count, so strangers cannot lock the owner out.
 */
export async function login(
  ctx: Context,
  input: { email: string; password: string },
  client: ClientInfo,
): Promise<SignedIn> {
  await assertAddressAllowed(ctx, client.address);
  const found = await findAccount(ctx, input.email);
  const device = ctx.devices.read(client.deviceCookie);
  const isKnown = ctx.devices.knows(device, found ?? decoyAccount);
  const by = input.email.includes('@') ? 'email' : 'username';
  const attempt = { account: found?.id ?? input.email, by } as const;
  const keys = attemptKeys(client.address, attempt, isKnown ? device : null);
  const giveBack = await takeAttempt(ctx, keys);
  const requester = { network: networkKey(client.address, 'network'), isKnown };
  const proof = {
    account: found,
    reload: async () => findAccount(ctx, input.email),
    password: input.password,
    requester,
  };
  const signedIn = await withVerifiedPassword(ctx, proof, async (account, isOutdated) => {
    const newHash = isOutdated ? await hashPassword(ctx, input.password, requester) : null;
    const current = { ...account, password_hash: newHash ?? account.password_hash };
    const done = await transaction(ctx, async (tx) => {
      await lockVerifiedPassword(tx, account);
      if (newHash) await setPasswordHash(tx, account.id, newHash);
      return account.has_totp ? null : signIn(tx, current, client, { isKnown });
    });
    return done ?? askForSecondFactor(ctx, current);
  }).catch(async (error: unknown) => {
    // An error does not prove a wrong password.
    await giveBack();
    throw error;
  });
  if (!signedIn) {
    if (found) ctx.failedAttempts.add(ctx, { userId: found.id, what: 'signInFailed', client });
    throw new AppError('bad_credentials');
  }
  await giveBack();
  return signedIn;
}
