import * as relations from '@roost/contract/relations';
import type { Route } from '../../platform/http/route.ts';
import { acceptFollowRequest, refuseFollowRequest } from './answer-follow-request.ts';
import { listFollowRequests } from './list-follow-requests.ts';

export function followRequestsRoutes(route: Route): void {
  route(relations.listFollowRequests, async (ctx, { query }) => ({
    data: await listFollowRequests(ctx, query),
  }));

  route(relations.acceptFollowRequest, async (ctx, { params }) => {
    await acceptFollowRequest(ctx, params.userId);
    return { message: 'This person follows you now.' };
  });

  route(relations.refuseFollowRequest, async (ctx, { params }) => {
    await refuseFollowRequest(ctx, params.userId);
    return { message: 'Follow request refused.' };
  });
}
