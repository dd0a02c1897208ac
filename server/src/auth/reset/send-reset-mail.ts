import { hash, randomBytes } from 'node:crypto';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { localeFor } from '../../platform/locale.ts';
import { findAccount, lockAccount } from '../account.queries.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import { takeResetMailBudget } from './reset-mail-budget.ts';
import { resetMail } from './reset-mail.ts';
import { sendPasswordResetJob, type ResetRequest } from './reset.jobs.ts';
import { upsertReset } from './reset.queries.ts';

const VALID_MINUTES = 15;
/** A person who waited for a day asks again. */
const MAX_POSTPONE_MS = 24 * 3_600_000;
/** Spreads postponed mails, so that they are not all sent when a window ends. */
const POSTPONE_JITTER_MS = 60_000;

/**
 * Creates the token, stores its hash and mails the link (job). An account with too many mails gets none, without a
 * notice. The mail is postponed if its network or the site requested too many.
 */
export async function sendPasswordReset(ctx: Context, request: ResetRequest): Promise<void> {
  const account = await findAccount(ctx, request.email);
  if (!account) return;
  if (request.isOwed) {
    await mailLink(ctx, account, request);
    return;
  }
  const decision = await takeResetMailBudget(ctx, account.id, request);
  if (decision.outcome === 'dropped') return;
  if (decision.outcome === 'postponed') return postpone(ctx, request, decision);
  try {
    const isSent = await mailLink(ctx, account, request);
    ctx.metrics.resetMails.add(isSent ? 'sent' : 'dropped');
  } catch (error) {
    // Nothing was sent, so the retry needs the budget.
    await decision.giveBack();
    throw error;
  }
}

/** Requests for one account from one network share one waiting job. */
async function postpone(
  ctx: Context,
  request: ResetRequest,
  { by, seconds }: { by: 'network' | 'site'; seconds: number },
): Promise<void> {
  const { email, network = '', isKnown = false, askedAt = wallClock() } = request;
  const isTooOld = wallClock() - askedAt > MAX_POSTPONE_MS;
  ctx.metrics.resetMails.add(isTooOld ? 'dropped' : 'postponed');
  ctx.log.warn(
    { by, network, seconds },
    isTooOld ? 'reset mail given up after a day' : 'reset mail postponed: too many were asked for',
  );
  if (isTooOld) return;
  const at = new Date(wallClock() + seconds * 1_000 + Math.random() * POSTPONE_JITTER_MS);
  const waiting = hash('sha256', `${email.toLowerCase()} ${network} ${isKnown}`, 'base64url');
  await addJob(ctx, sendPasswordResetJob, { ...request, askedAt }, { at, key: waiting });
}

/** Returns false if the account does not have this address any more. An undo at the same time can take it away. */
async function mailLink(
  ctx: Context,
  account: { id: string; full_name: string; email: string; language: string },
  { isOwed = false, askedAt = wallClock(), client = { device: '', address: '' } }: ResetRequest,
): Promise<boolean> {
  const made = await transaction(ctx, async (tx) => {
    const current = await lockAccount(tx, account.id);
    // A link in the mailbox of a former address must not set the password.
    return current?.email === account.email ? makeResetLink(tx, account.id) : null;
  });
  if (!made) return false;
  const { link, minutes } = made;
  await ctx.mailer.send(
    resetMail({
      fullName: account.full_name,
      email: account.email,
      link,
      minutes,
      isOwed,
      origin: { at: new Date(askedAt), ...client },
      site: await ctx.site.readName(),
      locale: localeFor(account.language),
    }),
  );
  return true;
}

/** Makes the only link that works for this account from now on. The database stores only the hash of its token. */
export async function makeResetLink(
  ctx: Context,
  userId: string,
): Promise<{ link: string; minutes: number }> {
  const token = randomBytes(32).toString('base64url');
  await upsertReset(ctx, {
    user_id: userId,
    token_hash: hashToken(token),
    expires_at: new Date(wallClock() + VALID_MINUTES * 60_000),
  });
  // A job has the configured origin, so a forged Host header cannot choose it.
  return { link: `${ctx.origin}/reset-password/${token}`, minutes: VALID_MINUTES };
}
