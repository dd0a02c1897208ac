import * as posts from '@roost/contract/posts';
import type { Route } from '../../platform/http/route.ts';
import { muteThread, unmuteThread } from './mute-thread.ts';

export function threadMutesRoutes(route: Route): void {
  route(posts.muteThread, async (ctx, { params }) => {
    await muteThread(ctx, params.postId);
    return { message: 'Thread muted.' };
  });

  route(posts.unmuteThread, async (ctx, { params }) => {
    await unmuteThread(ctx, params.postId);
    return { message: 'Thread unmuted.' };
  });
}
