import * as relations from '@roost/contract/relations';
import type { MemberContext } from '../kernel/context.ts';
import type { Route } from '../platform/http/route.ts';
import { findUsers } from '../users/user.queries.ts';
import { presentName, presentProfile } from '../users/present-users.ts';
import { listBlockedIds } from './block.queries.ts';
import { toggleBlock } from './toggle-block.ts';

export function blocksRoutes(route: Route): void {
  route(relations.listBlockedUsers, async (ctx) => ({ data: await presentBlocked(ctx) }));

  route(
    relations.toggleBlock,
    async (ctx, { params }) => {
      const { isBlocked } = await toggleBlock(ctx, params.userId);
      return presentOutcome(ctx, params.userId, isBlocked ? 'User blocked.' : 'User unblocked.');
    },
    {
      keep: ({ data, message }) => ({ userId: data.user._id, message }),
      again: async (ctx, { userId, message }: { userId: string; message: string }) =>
        presentOutcome(ctx, userId, message),
    },
  );
}

async function presentOutcome(ctx: MemberContext, userId: string, message: string) {
  const data = { blockedUsers: await presentBlocked(ctx), user: await presentProfile(ctx, userId) };
  return { data, message };
}

async function presentBlocked(ctx: MemberContext) {
  const ids = await listBlockedIds(ctx, ctx.viewer.id);
  const users = new Map((await findUsers(ctx, ids)).map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user ? [{ ...presentName(ctx, user), bio: user.bio }] : [];
  });
}
