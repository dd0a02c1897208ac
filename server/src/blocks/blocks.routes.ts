import * as endpoints from '@roost/contract/users';
import type { MemberContext } from '../context.ts';
import type { Route } from '../http/route.ts';
import { findUsers } from '../users/user.queries.ts';
import { viewName, viewProfile } from '../users/view-users.ts';
import { listBlockedIds } from './block.queries.ts';
import { toggleBlock } from './toggle-block.ts';

export function blocksRoutes(route: Route): void {
  route(endpoints.listBlockedUsers, async (ctx) => ({ data: await viewBlocked(ctx) }));

  route(
    endpoints.toggleBlock,
    async (ctx, { params }) => {
      const { isBlocked } = await toggleBlock(ctx, params.userId);
      return viewOutcome(ctx, params.userId, isBlocked ? 'User blocked.' : 'User unblocked.');
    },
    {
      keep: ({ data, message }) => ({ userId: data.user._id, message }),
      again: async (ctx, { userId, message }: { userId: string; message: string }) =>
        viewOutcome(ctx, userId, message),
    },
  );
}

async function viewOutcome(ctx: MemberContext, userId: string, message: string) {
  const data = { blockedUsers: await viewBlocked(ctx), user: await viewProfile(ctx, userId) };
  return { data, message };
}

async function viewBlocked(ctx: MemberContext) {
  const ids = await listBlockedIds(ctx, ctx.viewer.id);
  const users = new Map((await findUsers(ctx, ids)).map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user ? [{ ...viewName(ctx, user), bio: user.bio }] : [];
  });
}
