import * as endpoints from '@roost/contract/security';
import { clientInfoOf } from '../../platform/http/client-info.ts';
import type { Route } from '../../platform/http/route.ts';
import { undoChange } from '../notices/undo-change.ts';
import { getSecurity } from './get-security.ts';

export function securityRoutes(route: Route): void {
  route(endpoints.getSecurity, async (ctx) => ({ data: await getSecurity(ctx) }));

  route(endpoints.undoChange, async (ctx, { params }, { request }) => {
    await undoChange(ctx, params.token, clientInfoOf(ctx.config, request));
    return { message: 'Undone. We emailed you a link to choose a new password.' };
  });
}
