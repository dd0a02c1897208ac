import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { createReport } from './create-report.ts';
import { listOwnReports } from './list-own-reports.ts';

export function reportsRoutes(route: Route): void {
  route(endpoints.createReport, async (ctx, { body }) => ({
    data: { _id: await createReport(ctx, body) },
    message: 'Thank you. The moderators will look at it.',
  }));

  route(endpoints.listOwnReports, async (ctx, { query }) => ({
    data: await listOwnReports(ctx, query),
  }));
}
