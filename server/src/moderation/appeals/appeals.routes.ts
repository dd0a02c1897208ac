import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { createAppeal } from './create-appeal.ts';
import { decideAppeal } from './decide-appeal.ts';
import { listAppeals } from './list-appeals.ts';

export function appealsRoutes(route: Route): void {
  route(endpoints.createAppeal, async (ctx, { body }) => ({
    data: { _id: await createAppeal(ctx, body) },
    message: 'Thank you. Somebody will look at it again.',
  }));

  route(endpoints.listAppeals, async (ctx, { query }) => ({ data: await listAppeals(ctx, query) }));

  route(endpoints.decideAppeal, async (ctx, { params, body }) => ({
    data: await decideAppeal(ctx, params.appealId, body),
    message: 'The appeal is decided.',
  }));
}
