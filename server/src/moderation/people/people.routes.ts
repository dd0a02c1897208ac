import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { addNote } from './notes.ts';

export function staffPeopleRoutes(route: Route): void {
  route(endpoints.addNote, async (ctx, { params, body }) => ({
    data: await addNote(ctx, params.userId, body.text),
  }));

  route(endpoints.endSessionsOf, async (ctx, { params }) => {
    await endSessionsOf(ctx, params.userId);
    return { message: 'This person is signed out everywhere.' };
  });
}
