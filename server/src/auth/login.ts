import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addressKey } from '../http/limiter.ts';
import { hasPremium } from '../users/premium.ts';
import { findAccount, setPasswordHash } from './account.queries.ts';
import { isStillThePassword } from './current-password.ts';
import { hashPassword, needsRehash, passwordMatches, pretendToMatch } from './passwords.ts';
import { openSession, type Visitor } from './sessions.ts';

export interface SignedIn {
  token: string;
  userId: string;
  username: string;
  isPremium: boolean;
}

/**
 * Opens a session for the right password. An unknown account and a wrong password answer with the same words
 * after the same time. Failures are counted by account and by address; a point is taken before the comparison
 * and given back on success, so that many tries at once count as many.
 */
export async function login(
  ctx: Context,
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const account = await findAccount(ctx, input.email);
  const accountKey = loginKey(account?.id ?? input.email);
  const fromAddress = loginAddressKey(visitor.address);
  await spendTry(ctx, accountKey, fromAddress);
  if (!account) {
    await pretendToMatch(input.password);
    throw new AppError('bad_credentials');
  }
  if (!(await passwordMatches(account.password_hash, input.password)))
    throw new AppError('bad_credentials');
  await ctx.limiter.giveBack('loginFailures', accountKey);
  await ctx.limiter.giveBack('loginFailures', fromAddress);
  const upgraded = needsRehash(account.password_hash) ? await hashPassword(input.password) : null;
  const token = await transaction(ctx, async (tx) => {
    if (!(await isStillThePassword(tx, account, input.password)))
      throw new AppError('bad_credentials');
    if (upgraded) await setPasswordHash(tx, account.id, upgraded);
    return openSession(tx, account.id, visitor);
  });
  return {
    token,
    userId: account.id,
    username: account.username,
    isPremium: hasPremium(account),
  };
}

/** The address first: one that is locked out can't go on to lock other people's accounts. */
async function spendTry(ctx: Context, accountKey: string, fromAddress: string): Promise<void> {
  await ctx.limiter.take('loginFailures', fromAddress);
  try {
    await ctx.limiter.take('loginFailures', accountKey);
  } catch (error) {
    await ctx.limiter.giveBack('loginFailures', fromAddress);
    throw error;
  }
}

/** The budget of failures of one account; clearing it lets an owner back in after a reset. */
export function loginKey(userIdOrName: string): string {
  return `account:${userIdOrName.toLowerCase()}`;
}

/** The budget of failures of one network address, whatever the accounts. */
export function loginAddressKey(address: string): string {
  return `address:${addressKey(address)}`;
}
