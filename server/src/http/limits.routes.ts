import { everyone, getLimits, tiers } from '@roost/contract/limits';
import type { Route } from './route.ts';

export function limitsRoutes(route: Route): void {
  route(getLimits, (ctx) => ({
    data: {
      tier: ctx.viewer.tier,
      ...tiers,
      everyone,
      convertsVideo: ctx.media.ffmpeg !== null,
    },
  }));
}
