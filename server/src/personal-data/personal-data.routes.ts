import * as endpoints from '@roost/contract/personal-data';
import { answerSignIn } from '../auth/answer-sign-in.ts';
import { clientInfoOf } from '../platform/http/client-info.ts';
import type { Route } from '../platform/http/route.ts';
import { closeAccount } from './closing/close-account.ts';
import { restoreAccount } from '../auth/closing/restore-account.ts';
import { listExports, requestExport } from './export/request-export.ts';

export function personalDataRoutes(route: Route): void {
  route(endpoints.deleteAccount, async (ctx, _, { request }) => {
    const deletesAt = await closeAccount(ctx, clientInfoOf(ctx.config, request));
    return { data: { deletesAt: deletesAt.toISOString() }, message: 'Your account is closed.' };
  });

  route(endpoints.restoreAccount, async (ctx, { body }, exchange) => {
    const client = clientInfoOf(ctx.config, exchange.request);
    return answerSignIn(ctx, await restoreAccount(ctx, body.restoreToken, client), exchange);
  });

  route(endpoints.requestExport, async (ctx) => ({
    data: { exports: await requestExport(ctx) },
    message: 'Your data is being collected.',
  }));

  route(endpoints.listExports, async (ctx) => ({ data: { exports: await listExports(ctx) } }));
}
