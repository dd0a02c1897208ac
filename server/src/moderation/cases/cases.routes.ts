import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { listAudit } from '../audit/list-audit.ts';
import { assignCase, unassignCase } from './assign-case.ts';
import { listAlikeCases } from './list-alike-cases.ts';
import { listCases } from './list-cases.ts';
import { showCase } from './show-case.ts';

export function casesRoutes(route: Route): void {
  route(endpoints.listCases, async (ctx, { query }) => ({ data: await listCases(ctx, query) }));

  route(endpoints.showCase, async (ctx, { params }) => ({
    data: await showCase(ctx, params.caseId),
  }));

  route(endpoints.listAlikeCases, async (ctx, { params }) => ({
    data: await listAlikeCases(ctx, params.caseId),
  }));

  route(endpoints.assignCase, async (ctx, { params }) => ({
    data: await assignCase(ctx, params.caseId),
  }));

  route(endpoints.unassignCase, async (ctx, { params }) => ({
    data: await unassignCase(ctx, params.caseId),
  }));

  route(endpoints.listAudit, async (ctx, { query }) => ({ data: await listAudit(ctx, query) }));
}
