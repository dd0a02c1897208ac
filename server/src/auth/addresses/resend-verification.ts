import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { lockAccount } from '../account.queries.ts';
import { authorize } from '../policy/authorize.ts';
import { askToVerify } from './ask-to-verify.ts';
import { findEmailLink } from './email-link.queries.ts';

/** Mails the link again: to the new address that waits, or to the current one if it is not verified. */
export async function resendVerification(ctx: MemberContext): Promise<void> {
  const { id } = ctx.viewer;
  await ctx.limiter.take('verificationMails', id);
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'resendVerification');
    // Before the reading, so that an undo at the same time is either seen or waits.
    const current = await lockAccount(tx, id);
    const waiting = await findEmailLink(tx, id);
    const isNeeded = tx.config.emailVerification !== 'off' && !current?.email_verified_at;
    const email = waiting?.email ?? (isNeeded ? current?.email : undefined);
    if (email !== undefined) await askToVerify(tx, id, email);
  });
}
