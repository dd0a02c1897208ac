import * as endpoints from '@roost/contract/admin';
import type { Route } from '../../platform/http/route.ts';
import { asAdmin } from '../as-admin.ts';
import { hideTrends } from './hide-trends.ts';
import { listHiddenTags } from './trends.queries.ts';

export function trendsRoutes(route: Route): void {
  route(endpoints.getHiddenTrends, async (ctx) => ({
    data: { hidden: await listHiddenTags(ctx) },
  }));

  route(endpoints.setHiddenTrends, async (ctx, { body }) => ({
    data: {
      hidden: await asAdmin(ctx, 'hideTrends', async (tx) => hideTrends(tx, body.hidden)),
    },
    message: 'Hidden trends saved.',
  }));
}
