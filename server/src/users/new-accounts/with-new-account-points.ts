import type { MemberContext } from '../../kernel/context.ts';
import { RateLimited } from '../../platform/http/limits/rate-limiter.ts';
import { findNewness, type Newness } from './find-newness.ts';

/** The budgets of new accounts, by their names on the wire. */
export const newAccountLimits = {
  mentions: 'newAccountMentions',
  chats: 'newAccountChats',
  follows: 'newAccountFollows',
} as const;

/**
 * Takes points from a budget for `work`, if the viewer's account counts as new. It tells `work` whether it does. Only then it asks for their number. Returns them if `work` fails or calls `giveBack`.
 * Throws `new_account`, with a message that says what would lift the budget.
 */
export async function withNewAccountPoints<T>(
  ctx: MemberContext,
  {
    budget,
    points,
  }: { budget: keyof typeof newAccountLimits; points: () => Promise<number> | number },
  work: (giveBack: () => Promise<void>, isNew: boolean) => Promise<T>,
): Promise<T> {
  const newness = await findNewness(ctx);
  const giveBack = await take(ctx, newness, budget, points);
  try {
    return await work(giveBack, newness !== null);
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function take(
  ctx: MemberContext,
  newness: Newness | null,
  budget: keyof typeof newAccountLimits,
  countPoints: () => Promise<number> | number,
): Promise<() => Promise<void>> {
  const points = newness ? await countPoints() : 0;
  if (!newness || points === 0) return async () => {};
  const name = newAccountLimits[budget];
  const { id } = ctx.viewer;
  try {
    await ctx.limiter.take(name, id, points);
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    throw new RateLimited(error.allowance, messageFor(budget, newness), 'new_account');
  }
  return async () => ctx.limiter.giveBack(name, id, points);
}

const actions = {
  mentions: 'mention people',
  chats: 'write to new people',
  follows: 'follow people',
} as const;

function messageFor(budget: keyof typeof actions, { until, needsVerification }: Newness): string {
  const steps = [
    ...(needsVerification ? ['once you have verified your email address'] : []),
    ...(until ? [`from ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`] : []),
  ];
  return `New accounts can ${actions[budget]} only a few times a day. You can do it more often ${steps.join(' and ')}.`;
}
