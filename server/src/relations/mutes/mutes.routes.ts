import * as relations from '@roost/contract/relations';
import type { Route } from '../../platform/http/route.ts';
import { listMutes } from './list-mutes.ts';
import { muteUser, unmuteUser } from './mute-user.ts';
import { listMutedWords, muteWords } from './mute-words.ts';

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

  route(relations.listMutedWords, async (ctx) => ({
    data: { words: await listMutedWords(ctx) },
  }));

  route(relations.setMutedWords, async (ctx, { body }) => ({
    data: { words: await muteWords(ctx, body.words) },
  }));
}
