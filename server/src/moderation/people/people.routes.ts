import * as endpoints from '@roost/contract/moderation';
import type { Route } from '../../platform/http/route.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { addNote } from './notes.ts';
import { showPerson } from './show-person.ts';

export function staffPeopleRoutes(route: Route): void {
  route(endpoints.showPerson, async (ctx, { params }) => ({
    data: await showPerson(ctx, params.userId),
  }));

  route(endpoints.addNote, async (ctx, { params, body }) => ({
    data: await addNote(ctx, params.userId, body.text),
  }));

  route(endpoints.endSessionsOf, async (ctx, { params }) => {
    await endSessionsOf(ctx, params.userId);
    return { message: 'This person is signed out everywhere.' };
  });
}
