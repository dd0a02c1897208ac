import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { lockAccount, setResetRequired } from '../account.queries.ts';
import { hidingChanged } from '../auth.events.ts';
import { deleteClosing } from '../closing/closing.queries.ts';
import { restoreEmail } from '../addresses/restore-email.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { removeFactorsSince } from '../factors/remove-factors-since.ts';
import { ownerOfToken } from '../mailed-tokens.ts';
import { sendPasswordResetJob } from '../reset/reset.jobs.ts';
import { deleteReset } from '../reset/reset.queries.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import { ofStranger } from './origin-lines.ts';
import { deleteNoticesSince, hasNotice, takeNotice } from './notice.queries.ts';

/**
 * Undoes all changes of an account since a notice: restores the address, removes newer factors, and undoes a deletion. It ends
 * all sessions, and mails a link for a new password. Until its owner uses that link, a thief who knows the password can change
 * nothing. It opens no session, because a thief may also have the link. Throws `bad_token`.
 */
export async function undoChange(ctx: Context, token: string, client: ClientInfo): Promise<void> {
  const userId = ownerOfToken(token);
  const tokenHash = hashToken(token);
  if (!userId || !(await hasNotice(ctx, userId, tokenHash))) throw badLink();
  await transaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await deleteReset(tx, userId);
    const notice = await takeNotice(tx, userId, tokenHash);
    if (!notice) throw badLink();
    if (await deleteClosing(tx, userId)) emit(tx, hidingChanged, { userId, until: null });
    await restoreEmail(tx, userId, notice);
    await removeFactorsSince(tx, userId, notice.at);
    await deleteNoticesSince(tx, userId, notice.at);
    await setResetRequired(tx, userId, true);
    await endAllSessions(tx, userId);
    await recordActivity(tx, userId, 'undone', client);
    await addJob(tx, sendPasswordResetJob, {
      email: notice.email,
      isOwed: true,
      askedAt: wallClock(),
      client: ofStranger(client),
    });
  });
}

/** For mailed links other than those for a new password. */
export function badLink(): AppError {
  return new AppError('bad_token', { message: 'This link is invalid or has expired.' });
}
