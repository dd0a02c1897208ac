import { randomBytes } from 'node:crypto';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import {
  findAccount,
  getAccount,
  putReset,
  setPasswordHash,
  takeReset,
} from './account.queries.ts';
import { loginAddressKey, loginKey } from './login.ts';
import { assertNotGuessable, hashPassword } from './passwords.ts';
import { resetMail } from './reset-mail.ts';
import { endAllSessions, hashToken } from './sessions.ts';

const VALID_MINUTES = 15;

/** Asks for a link by mail. Nothing here depends on whether the address is known: the job finds that out. */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  await ctx.limiter.take('resetMails', email.toLowerCase());
  await addJob(ctx, 'sendPasswordReset', { email });
}

const mailBudgets = (userId: string) =>
  [
    ['resetMailGap', userId],
    ['resetMailsHourly', userId],
    ['resetMailsSite', 'all'],
  ] as const;

/** The job: makes the token, keeps its hash and mails the link. Too many asked for are dropped in silence. */
export async function sendPasswordReset(ctx: Context, { email }: { email: string }): Promise<void> {
  const account = await findAccount(ctx, email);
  if (!account) return;
  const budgets = mailBudgets(account.id);
  for (const [name, key] of budgets) {
    if (!(await ctx.limiter.allows(name, key))) return;
  }
  try {
    await mailLink(ctx, account);
  } catch (error) {
    // Nothing was sent: when the job is tried again, it must be let through.
    for (const [name, key] of budgets) await ctx.limiter.giveBack(name, key);
    throw error;
  }
}

async function mailLink(
  ctx: Context,
  account: { id: string; full_name: string; email: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await putReset(ctx, {
    user_id: account.id,
    token_hash: hashToken(token),
    expires_at: new Date(Date.now() + VALID_MINUTES * 60_000),
  });
  // Never from the request: a forged Host header must not choose where the key goes.
  const origin = ctx.config.publicUrl ?? `http://localhost:${ctx.config.port}`;
  await ctx.mailer.send(
    resetMail({
      fullName: account.full_name,
      email: account.email,
      link: `${origin}/reset-password/${token}`,
      minutes: VALID_MINUTES,
    }),
  );
}

/** Sets a new password by a mailed link and ends every session. Bad input leaves the link unused. */
export async function resetPassword(
  ctx: Context,
  token: string,
  input: { password: string; confirmpassword: string },
  address: string,
): Promise<void> {
  assertSame(input.password, input.confirmpassword);
  const passwordHash = await hashPassword(input.password);
  const userId = await transaction(ctx, async (tx) => {
    const owner = await takeReset(tx, hashToken(token));
    if (!owner) throw new AppError('bad_token');
    assertNotGuessable(input.password, await getAccount(tx, owner), 'password');
    await setPasswordHash(tx, owner, passwordHash);
    await endAllSessions(tx, owner);
    return owner;
  });
  // The owner gets in now, also from an address these very failures had locked out.
  const failures = await ctx.limiter.clear('loginFailures', loginKey(userId));
  await ctx.limiter.giveBack('loginFailures', loginAddressKey(address), failures);
}

function assertSame(password: string, confirmation: string): void {
  if (password === confirmation) return;
  const message = 'Passwords do not match.';
  throw new AppError('bad_input', { message, fields: [{ path: 'confirmpassword', message }] });
}
