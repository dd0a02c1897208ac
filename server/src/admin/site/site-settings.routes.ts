import * as endpoints from '@roost/contract/admin';
import type { Route } from '../../platform/http/route.ts';
import { presentSite } from '../../site/present-site.ts';
import { updateSite } from './update-site.ts';

export function siteSettingsRoutes(route: Route): void {
  route(endpoints.getSiteSettings, async (ctx) => ({
    data: presentSite(ctx, await ctx.site.read()),
  }));

  route(endpoints.updateSite, async (ctx, { body }) => {
    await updateSite(ctx, body);
    return { data: presentSite(ctx, await ctx.site.read()), message: 'Site saved.' };
  });
}
