import * as endpoints from '@roost/contract/drafts';
import type { Route } from '../../platform/http/route.ts';
import { createDraft, deleteDraft, listDrafts, saveDraft } from './keep-draft.ts';

export function draftsRoutes(route: Route): void {
  route(endpoints.listDrafts, async (ctx) => ({ data: { drafts: await listDrafts(ctx) } }));

  route(endpoints.createDraft, async (ctx, { body }) => ({
    data: await createDraft(ctx, body),
    message: 'Draft saved.',
  }));

  route(endpoints.saveDraft, async (ctx, { params, body: { updatedAt, ...body } }) => ({
    data: await saveDraft(ctx, params.draftId, body, updatedAt),
    message: 'Draft saved.',
  }));

  route(endpoints.deleteDraft, async (ctx, { params }) => {
    await deleteDraft(ctx, params.draftId);
    return { message: 'Draft deleted.' };
  });
}
