import type { MemberContext } from '../../kernel/context.ts';
import { isEmailVerified } from '../../auth/addresses/assert-email-verified.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { endOfFirstDays } from './is-new-account.ts';
import { mayCountAsNew } from './new-account.queries.ts';

/** Why an account counts as new, and what would lift its budgets. */
export interface Newness {
  /** Its first days end then. Null if they are over. */
  until: Date | null;
  needsVerification: boolean;
}

/**
 * Tells why the viewer's account counts as new, or returns null if it does not. An account is new for its first days, and for longer
 * while its address is not verified. Staff, invited people and the first people of the site never count as new.
 */
export async function findNewness(ctx: MemberContext): Promise<Newness | null> {
  const { newAccountDays, rateLimits } = ctx.config;
  if (!rateLimits || newAccountDays === 0 || ctx.viewer.role !== 'member') return null;
  const end = endOfFirstDays(ctx, ctx.viewer.id);
  const until = end.getTime() > wallClock() ? end : null;
  const needsVerification = ctx.config.emailVerification !== 'off' && !(await isEmailVerified(ctx));
  // Most accounts are older and verified. They need no statement.
  if (!until && !needsVerification) return null;
  return (await mayCountAsNew(ctx, ctx.viewer.id)) ? { until, needsVerification } : null;
}
