import { getSite } from '@roost/contract/site';
import type { Route } from '../platform/http/route.ts';
import { presentSite } from './present-site.ts';

export function siteRoutes(route: Route): void {
  route(getSite, async (ctx) => ({ data: presentSite(ctx, await ctx.site.read()) }));
}
