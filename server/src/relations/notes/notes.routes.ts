import * as relations from '@roost/contract/relations';
import type { Route } from '../../platform/http/route.ts';
import { noteUser, removeNote } from './note-user.ts';

export function notesRoutes(route: Route): void {
  route(relations.setNote, async (ctx, { params, body }) => {
    await noteUser(ctx, params.userId, body.text);
    return { message: 'Note saved.' };
  });

  route(relations.deleteNote, async (ctx, { params }) => {
    await removeNote(ctx, params.userId);
    return { message: 'Note deleted.' };
  });
}
