import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findAddress } from './address.queries.ts';
import { askToVerify } from './ask-to-verify.ts';
import { findEmailLink } from './email-link.queries.ts';

/** Mails the link again: to the new address that waits, or to the current one if it is not verified. */
export async function resendVerification(ctx: MemberContext): Promise<void> {
  const { id } = ctx.viewer;
  const [waiting, current] = await Promise.all([findEmailLink(ctx, id), findAddress(ctx, id)]);
  const isNeeded = ctx.config.emailVerification !== 'off' && !current?.email_verified_at;
  const email = waiting?.email ?? (isNeeded ? current?.email : undefined);
  if (email === undefined) return;
  await ctx.limiter.take('verificationMails', id);
  await transaction(ctx, async (tx) => askToVerify(tx, id, email));
}
