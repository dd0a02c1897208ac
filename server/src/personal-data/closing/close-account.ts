import { lockAccount } from '../../auth/account.queries.ts';
import { recordActivity } from '../../auth/activity/record-activity.ts';
import { hidingChanged } from '../../auth/auth.events.ts';
import { insertClosing } from '../../auth/closing/closing.queries.ts';
import { notifyOwner } from '../../auth/notices/notify-owner.ts';
import { assertNotLastAdmin } from '../../auth/policy/change-role.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import { endAllSessions } from '../../auth/sessions/end-sessions.ts';
import { cancelForLeaverJob } from '../../billing/billing.jobs.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { queueErasure } from '../erasure/erase-person.ts';

/**
 * Closes the viewer's account, whose subscription does not renew. Returns when it will be erased. Until then a sign-in can restore it.
 * Throws `reauth_required`, or `conflict` for the last admin.
 */
export async function closeAccount(ctx: MemberContext, client: ClientInfo): Promise<Date> {
  const { id: userId } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'closeAccount');
    const deletesAt = await beginClosing(tx, userId, tx.config.deletionDays);
    // A mail only: nobody sees the notifications of a closed account.
    await recordActivity(tx, userId, 'accountClosed', client);
    await notifyOwner(tx, userId, 'accountClosed', client);
    return deletesAt;
  });
}

/**
 * Hides a person, ends all sessions, and has everything of the person erased in `days`, in this transaction. Returns the time of the
 * erasure, which a repeated call can only bring forward. Throws `conflict` for the last admin.
 */
export async function beginClosing(tx: Context, userId: string, days: number): Promise<Date> {
  // A sign-in at the same time waits here, and is refused after it.
  await lockAccount(tx, userId);
  await assertNotLastAdmin(tx, userId);
  const deletesAt = await insertClosing(tx, userId, days);
  emit(tx, hidingChanged, { userId, until: null });
  await endAllSessions(tx, userId);
  await addJob(tx, cancelForLeaverJob, { userId }, { key: `cancel ${userId}` });
  await queueErasure(tx, userId, deletesAt);
  return deletesAt;
}
