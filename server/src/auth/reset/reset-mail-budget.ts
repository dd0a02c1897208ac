import { rateLimits, type LimitName } from '@roost/contract/rate-limits';
import type { Context } from '../../kernel/context.ts';
import { RateLimited } from '../../platform/http/limits/rate-limiter.ts';

type Budget = readonly [name: LimitName, key: string];

/** Whether a mail may be sent. `seconds` is the time until the next attempt. */
export type MailDecision =
  | { outcome: 'allowed'; giveBack: () => Promise<void> }
  | { outcome: 'dropped' }
  | { outcome: 'postponed'; by: 'network' | 'site'; seconds: number };

/**
 * Takes one reset mail from the budgets of the account, the network and the site. A network can use only a small part
 * of the site's budget. If the site's budget is empty, two reserves remain: one for known devices of the account, and
 * one for the first mail of each network.
 */
export async function takeResetMailBudget(
  ctx: Context,
  accountId: string,
  { network = '', isKnown = false }: { network?: string; isKnown?: boolean },
): Promise<MailDecision> {
  const taken: Budget[] = [];
  const giveBack = async () => {
    for (const [name, key] of taken.splice(0)) await ctx.limiter.giveBack(name, key);
  };
  const take = async (...budget: Budget): Promise<RateLimited | { remaining: number }> => {
    try {
      const allowance = await ctx.limiter.take(...budget);
      taken.push(budget);
      return allowance ?? { remaining: 0 };
    } catch (error) {
      if (error instanceof RateLimited) return error;
      await giveBack();
      throw error;
    }
  };

  for (const name of ['resetMailGap', 'resetMailsHourly'] as const)
    if ((await take(name, accountId)) instanceof RateLimited) {
      await giveBack();
      return { outcome: 'dropped' };
    }
  const ofNetwork = await take('resetMailsNetwork', network);
  if (ofNetwork instanceof RateLimited) {
    await giveBack();
    return { outcome: 'postponed', by: 'network', seconds: ofNetwork.allowance.reset };
  }
  const ofSite = await take('resetMailsSite', 'all');
  if (!(ofSite instanceof RateLimited)) return { outcome: 'allowed', giveBack };
  const isFirst = ofNetwork.remaining === rateLimits.resetMailsNetwork.points - 1;
  const reserve = isKnown ? 'known devices' : isFirst ? 'first mails' : null;
  if (reserve && !((await take('resetMailsReserve', reserve)) instanceof RateLimited))
    return { outcome: 'allowed', giveBack };
  await giveBack();
  return { outcome: 'postponed', by: 'site', seconds: ofSite.allowance.reset };
}
