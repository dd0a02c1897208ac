import { getAccount, lockAccount, setPasswordHash } from '../../auth/account.queries.ts';
import { decoyAccount } from '../../auth/passwords/hash-password.ts';
import { deleteReset } from '../../auth/reset/reset.queries.ts';
import { sendPasswordResetJob } from '../../auth/reset/reset.jobs.ts';
import { endAllSessions } from '../../auth/sessions/end-sessions.ts';
import type { Context } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Act } from '../as-admin.ts';

/**
 * Ends the sessions and the password of a person in this transaction. A job mails a link to choose a new password. Second
 * factors stay. The stored hash is one that no password has, so the sign-in answers as for a wrong password.
 */
export async function forceReset(tx: Context, userId: string): Promise<Act> {
  await lockAccount(tx, userId);
  const { email } = await getAccount(tx, userId);
  // An older link must not set the password.
  await deleteReset(tx, userId);
  await setPasswordHash(tx, userId, decoyAccount.password_hash);
  await endAllSessions(tx, userId);
  await addJob(tx, sendPasswordResetJob, { email, isOwed: true });
  return { result: undefined, record: { action: 'user.passwordEnded', personId: userId } };
}
