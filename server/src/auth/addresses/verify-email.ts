import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { violatedConstraint } from '../../platform/database/failures.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { lockAccount } from '../account.queries.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { ownerOfToken } from '../mailed-tokens.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { badLink } from '../notices/undo-change.ts';
import { deleteReset } from '../reset/reset.queries.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import * as queries from './address.queries.ts';
import { emailTaken } from './change-email.ts';
import { takeEmailLink } from './email-link.queries.ts';

const HOUR_MS = 3_600_000;

/** Confirms the address of a mailed link. A new address replaces the old one. Throws `bad_token` or `email_taken`. */
export async function verifyEmail(ctx: Context, token: string, client: ClientInfo): Promise<void> {
  const userId = ownerOfToken(token);
  if (!userId) throw badLink();
  await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, userId);
    const email = account && (await takeEmailLink(tx, userId, hashToken(token)));
    if (!email) throw badLink();
    if (email.toLowerCase() !== account.email.toLowerCase())
      await replaceEmail(tx, { userId, from: account.email, to: email }, client);
    await queries.markEmailVerified(tx, userId);
    await recordActivity(tx, userId, 'emailVerified', client);
  }).catch((error: unknown) => {
    // Somebody else took the address since.
    throw violatedConstraint(error) === 'emails_pkey' ? emailTaken() : error;
  });
}

/** The old address gets a notice. It stays held for as long as the notice can restore it. */
async function replaceEmail(
  tx: Context,
  { userId, from, to }: { userId: string; from: string; to: string },
  client: ClientInfo,
): Promise<void> {
  await recordChange(tx, userId, 'emailChanged', client);
  // The person may return to an address that is still held for them.
  await queries.deleteEmail(tx, userId, to);
  await queries.insertEmail(tx, userId, to);
  const heldUntil = new Date(wallClock() + (tx.config.undoHours + 1) * HOUR_MS);
  await queries.holdEmail(tx, userId, from, heldUntil);
  await queries.setEmail(tx, userId, to);
  // A link in the old mailbox must not set the password any more.
  await deleteReset(tx, userId);
}
