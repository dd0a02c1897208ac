import { rateLimits } from '@roost/contract/rate-limits';
import type { MemberContext } from '../../kernel/context.ts';
import { findNewness } from './find-newness.ts';
import { newAccountLimits } from './with-new-account-points.ts';

/** Presents the budgets of a new account and what would lift them, or null for all other accounts. */
export async function presentNewAccount(ctx: MemberContext) {
  const newness = await findNewness(ctx);
  if (!newness) return null;
  const rest = async (budget: keyof typeof newAccountLimits) => {
    const name = newAccountLimits[budget];
    const limit = rateLimits[name].points;
    return { limit, remaining: (await ctx.limiter.remaining(name, ctx.viewer.id)) ?? limit };
  };
  const [mentions, chats, follows] = await Promise.all([
    rest('mentions'),
    rest('chats'),
    rest('follows'),
  ]);
  const until = newness.until?.toISOString() ?? null;
  return { until, needsVerification: newness.needsVerification, mentions, chats, follows };
}
