import { everyone, tiers, type TierName } from '@roost/contract/limits';
import { getLimits } from '@roost/contract/users';
import type { Config } from '../kernel/config.ts';
import { presentNewAccount } from './new-accounts/present-new-account.ts';
import type { Route } from '../platform/http/route.ts';

export function limitsRoutes(route: Route): void {
  route(getLimits, async (ctx) => ({
    data: {
      tier: ctx.viewer.tier,
      free: limitsOf(ctx.config, 'free'),
      premium: limitsOf(ctx.config, 'premium'),
      everyone,
      newAccount: await presentNewAccount(ctx),
      convertsVideo: ctx.media.ffmpeg !== null,
      deletionDays: ctx.config.deletionDays,
    },
  }));
}

function limitsOf({ mediaQuota }: Config, tier: TierName) {
  return { ...tiers[tier], quotaBytes: mediaQuota[tier] };
}
