import * as endpoints from '@roost/contract/factors';
import { clientInfoOf } from '../../platform/http/client-info.ts';
import type { Route } from '../../platform/http/route.ts';
import { answerSignIn } from '../answer-sign-in.ts';
import { reauth } from '../reauth/reauth.ts';
import { disableTotp } from './disable-totp.ts';
import { enableTotp } from './enable-totp.ts';
import { loginSecond } from './login-second.ts';
import { replaceRecoveryCodes } from './replace-recovery-codes.ts';
import { setUpTotp } from './set-up-totp.ts';

export function factorsRoutes(route: Route): void {
  route(endpoints.reauth, async (ctx, { body }, { request }) => {
    await reauth(ctx, body, clientInfoOf(ctx.config, request));
    return { message: 'Confirmed.' };
  });

  route(endpoints.loginSecond, async (ctx, { body }, exchange) => {
    const client = clientInfoOf(ctx.config, exchange.request);
    return answerSignIn(ctx, await loginSecond(ctx, body, client), exchange);
  });

  route(endpoints.setUpTotp, async (ctx) => ({ data: await setUpTotp(ctx) }));

  route(endpoints.enableTotp, async (ctx, { body }, { request }) => ({
    data: {
      recoveryCodes: await enableTotp(ctx, body.code, clientInfoOf(ctx.config, request)),
    },
  }));

  route(endpoints.disableTotp, async (ctx, _, { request }) => {
    await disableTotp(ctx, clientInfoOf(ctx.config, request));
    return { message: 'Codes are not required any more.' };
  });

  route(endpoints.replaceRecoveryCodes, async (ctx, _, { request }) => ({
    data: { recoveryCodes: await replaceRecoveryCodes(ctx, clientInfoOf(ctx.config, request)) },
  }));
}
