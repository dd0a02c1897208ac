import { AppError } from '@roost/contract/errors';
import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import { hasPremium } from './premium.ts';
import { findAccount, setPasswordHash } from './account.queries.ts';
import type { Device } from '../kernel/ports.ts';
import { attemptKeys, takeAttempt } from './login-budget.ts';
import { hashPassword, decoyAccount } from './passwords/hash-password.ts';
import { lockVerifiedPassword, withVerifiedPassword } from './passwords/verify-password.ts';
import { openSession, type ClientInfo } from './sessions/open-session.ts';

export interface SignedIn {
  token: string;
  userId: string;
  username: string;
  isPremium: boolean;
  /** The device, which now knows this account too. */
  device: Device;
}

/**
 * Opens a session if the password is right. An unknown account and a wrong password get the same answer after the same
 * time. Failures count by account and by address. Each attempt takes a point before the comparison, so parallel
 * attempts count too. A success returns it. On a known device only this device's failures count, so strangers cannot
 * lock the owner out.
 */
export async function login(
  ctx: Context,
  input: { email: string; password: string },
  client: ClientInfo,
): Promise<SignedIn> {
  const found = await findAccount(ctx, input.email);
  const device = ctx.devices.read(client.deviceCookie);
  const isKnown = ctx.devices.knows(device, found ?? decoyAccount);
  const keys = attemptKeys(client.address, found?.id ?? input.email, isKnown ? device : null);
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
    const token = await transaction(ctx, async (tx) => {
      await lockVerifiedPassword(tx, account);
      if (newHash) await setPasswordHash(tx, account.id, newHash);
      return openSession(tx, account.id, client);
    });
    return { token, account: { ...account, password_hash: newHash ?? account.password_hash } };
  }).catch(async (error: unknown) => {
    // An error does not prove a wrong password.
    await giveBack();
    throw error;
  });
  if (!signedIn) throw new AppError('bad_credentials');
  await giveBack();
  return {
    token: signedIn.token,
    userId: signedIn.account.id,
    username: signedIn.account.username,
    isPremium: hasPremium(signedIn.account),
    device: ctx.devices.remember(device, signedIn.account),
  };
}
