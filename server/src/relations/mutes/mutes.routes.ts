import * as relations from '@roost/contract/relations';
import type { Route } from '../../platform/http/route.ts';
import { listMutes } from './list-mutes.ts';
import { muteUser, unmuteUser } from './mute-user.ts';

export function mutesRoutes(route: Route): void {
  route(relations.listMutes, async (ctx, { query }) => ({ data: await listMutes(ctx, query) }));

  route(relations.muteUser, async (ctx, { params, body }) => ({
    data: await muteUser(ctx, params.userId, body),
    message: body.reposts ? 'Reposts muted.' : 'User muted.',
  }));

  route(relations.unmuteUser, async (ctx, { params }) => {
    await unmuteUser(ctx, params.userId);
    return { message: 'User unmuted.' };
  });
}
