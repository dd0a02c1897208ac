import * as endpoints from '@roost/contract/users';
import type { Route } from '../http/route.ts';
import { viewProfileByName } from './view-users.ts';

export function usersRoutes(route: Route): void {
  route(endpoints.getUser, async (ctx, { params }) => ({
    data: { user: await viewProfileByName(ctx, params.username) },
  }));
}
