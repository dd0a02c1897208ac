import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { decideCase } from './decide-case.ts';
import { decideCases } from './decide-cases.ts';
import { restoreUser } from './restore-user.ts';

export function decisionsRoutes(route: Route): void {
  route(endpoints.decideCase, async (ctx, { params, body }) => ({
    data: await decideCase(ctx, params.caseId, body),
    message: 'The case is closed.',
  }));

  route(endpoints.decideCases, async (ctx, { body }) => ({ data: await decideCases(ctx, body) }));

  route(endpoints.restoreUser, async (ctx, { params, body }) => ({
    data: { undone: await restoreUser(ctx, params.userId, body.message) },
    message: 'The person is back.',
  }));
}
