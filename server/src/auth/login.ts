import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import { addressKey } from '../http/limiter.ts';
import { findAccount, setPasswordHash } from './account.queries.ts';
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
  const fromAddress = `address:${addressKey(visitor.address)}`;
  await ctx.limiter.take('loginFailures', accountKey);
  await ctx.limiter.take('loginFailures', fromAddress);
  if (!account) {
    await pretendToMatch(input.password);
    throw new AppError('bad_credentials');
  }
  if (!(await passwordMatches(account.password_hash, input.password))) throw new AppError('bad_credentials');
  await ctx.limiter.giveBack('loginFailures', accountKey);
  await ctx.limiter.giveBack('loginFailures', fromAddress);
  if (needsRehash(account.password_hash)) {
    await setPasswordHash(ctx, account.id, await hashPassword(input.password));
  }
  return {
    token: await openSession(ctx, account.id, visitor),
    userId: account.id,
    username: account.username,
    isPremium: (account.premium_until?.getTime() ?? 0) > Date.now(),
  };
}

/** The budget of failures of one account; clearing it lets an owner back in after a reset. */
export function loginKey(userIdOrName: string): string {
  return `account:${userIdOrName.toLowerCase()}`;
}
