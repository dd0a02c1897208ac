import type { Context } from '../../kernel/context.ts';
import { lockAccount } from '../account.queries.ts';
import * as queries from './address.queries.ts';
import { deleteEmailLink } from './email-link.queries.ts';

/** Gives an account the address again that it had at the time of a notice. Drops a change that waits. */
export async function restoreEmail(
  tx: Context,
  userId: string,
  earlier: { email: string; email_verified_at: Date | null },
): Promise<void> {
  await deleteEmailLink(tx, userId);
  const current = await lockAccount(tx, userId);
  if (!current || current.email === earlier.email) return;
  await queries.deleteEmail(tx, userId, current.email);
  // It was held for them.
  await queries.deleteEmail(tx, userId, earlier.email);
  await queries.insertEmail(tx, userId, earlier.email);
  await queries.setEmail(tx, userId, earlier.email);
  await queries.setEmailVerifiedAt(tx, userId, earlier.email_verified_at);
}
