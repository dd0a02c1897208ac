import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { findEmail } from './address.queries.ts';

/**
 * Throws `email_unverified` if this site requires a verified address and the viewer has none. Every operation through which a
 * person reaches others calls it.
 */
export async function assertEmailVerified(ctx: MemberContext): Promise<void> {
  if (ctx.config.emailVerification !== 'required') return;
  await assertVerified(ctx);
}

/** The same wherever verification is on. For factors, so that nobody guards an account with somebody else's address. */
export async function assertEmailVerifiedForFactors(ctx: MemberContext): Promise<void> {
  if (ctx.config.emailVerification === 'off') return;
  await assertVerified(ctx);
}

/** Tells whether the viewer's address is verified. The session may not know it yet, but never knows it too early. */
export async function isEmailVerified(ctx: MemberContext): Promise<boolean> {
  if (ctx.viewer.isEmailVerified) return true;
  const address = await findEmail(ctx, ctx.viewer.id);
  return Boolean(address?.email_verified_at);
}

async function assertVerified(ctx: MemberContext): Promise<void> {
  if (!(await isEmailVerified(ctx))) throw new AppError('email_unverified');
}
