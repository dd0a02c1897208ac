import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { deleteReset, getAccount, setPasswordHash } from './account.queries.ts';
import { isStillThePassword } from './current-password.ts';
import { loginKey } from './login.ts';
import { assertNotGuessable, hashPassword, passwordMatches } from './passwords.ts';
import { endAllSessions } from './sessions.ts';

/** Changes the viewer's password, ends all their other sessions and any link still in the mail. */
export async function updatePassword(
  ctx: MemberContext,
  input: { oldpassword: string; newpassword: string },
): Promise<void> {
  const account = await getAccount(ctx, ctx.viewer.id);
  const key = loginKey(ctx.viewer.id);
  // A stolen session is no free go at guessing: the same budget as signing in.
  await ctx.limiter.take('loginFailures', key);
  if (!(await passwordMatches(account.password_hash, input.oldpassword))) throw wrongPassword();
  await ctx.limiter.giveBack('loginFailures', key);
  assertNotGuessable(input.newpassword, account, 'newpassword');
  const passwordHash = await hashPassword(input.newpassword);
  await transaction(ctx, async (tx) => {
    // The link before the account, as a reset takes them.
    await deleteReset(tx, tx.viewer.id);
    if (!(await isStillThePassword(tx, account, input.oldpassword))) throw wrongPassword();
    await setPasswordHash(tx, tx.viewer.id, passwordHash);
    await endAllSessions(tx, tx.viewer.id, tx.viewer.sessionId);
  });
}

function wrongPassword(): AppError {
  const { message } = new AppError('wrong_password');
  return new AppError('wrong_password', { fields: [{ path: 'oldpassword', message }] });
}
