import * as engagers from '@roost/contract/engagers';
import type { Route } from '../../platform/http/route.ts';
import { listEngagers } from './list-engagers.ts';

export function engagersRoutes(route: Route): void {
  route(engagers.listLikers, async (ctx, { params, query }) => ({
    data: await listEngagers(ctx, 'likes', params.postId, query),
  }));

  route(engagers.listReposters, async (ctx, { params, query }) => ({
    data: await listEngagers(ctx, 'reposts', params.postId, query),
  }));
}
