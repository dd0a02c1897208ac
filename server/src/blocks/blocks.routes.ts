import * as endpoints from '@roost/contract/users';
import type { MemberContext } from '../context.ts';
import type { Route } from '../http/route.ts';
import { viewName, viewProfile } from '../users/view-users.ts';
import { listBlocked } from './block.queries.ts';
import { toggleBlock } from './toggle-block.ts';

export function blocksRoutes(route: Route): void {
  route(endpoints.listBlockedUsers, async (ctx) => ({ data: await viewBlocked(ctx) }));

  route(endpoints.toggleBlock, async (ctx, { params }) => {
    const { isBlocked } = await toggleBlock(ctx, params.userId);
    return {
      data: { blockedUsers: await viewBlocked(ctx), user: await viewProfile(ctx, params.userId) },
      message: isBlocked ? 'User blocked.' : 'User unblocked.',
    };
  });
}

async function viewBlocked(ctx: MemberContext) {
  const users = await listBlocked(ctx, ctx.viewer.id);
  return users.map((user) => ({ ...viewName(ctx, user), bio: user.bio }));
}
