import * as endpoints from '@roost/contract/passkeys';
import { clientInfoOf } from '../../platform/http/client-info.ts';
import type { Route } from '../../platform/http/route.ts';
import { answerSignIn } from '../answer-sign-in.ts';
import { addPasskey } from './add-passkey.ts';
import { loginPasskey } from './login-passkey.ts';
import { makeNewPasskeyOptions, makePasskeyOptions } from './passkey-options.ts';
import { removePasskey } from './remove-passkey.ts';

export function passkeysRoutes(route: Route): void {
  route(endpoints.getNewPasskeyOptions, async (ctx) => ({
    data: { ...(await makeNewPasskeyOptions(ctx)) },
  }));

  route(endpoints.addPasskey, async (ctx, { body }, { request }) => ({
    data: await addPasskey(ctx, body, clientInfoOf(ctx.config, request)),
  }));

  route(endpoints.removePasskey, async (ctx, { params }, { request }) => {
    await removePasskey(ctx, params.passkeyId, clientInfoOf(ctx.config, request));
    return { message: 'Passkey removed.' };
  });

  route(endpoints.getPasskeyOptions, async (ctx) => ({
    data: { ...(await makePasskeyOptions(ctx)) },
  }));

  route(endpoints.loginPasskey, async (ctx, { body }, exchange) => {
    const client = clientInfoOf(ctx.config, exchange.request);
    return answerSignIn(ctx, await loginPasskey(ctx, body, client), exchange);
  });
}
