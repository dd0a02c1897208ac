import * as endpoints from '@roost/contract/addresses';
import { clientInfoOf } from '../../platform/http/client-info.ts';
import type { Route } from '../../platform/http/route.ts';
import { changeEmail } from './change-email.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export function addressesRoutes(route: Route): void {
  route(endpoints.verifyEmail, async (ctx, { params }, { request }) => {
    await verifyEmail(ctx, params.token, clientInfoOf(ctx.config, request));
    return { message: 'Your email address is confirmed.' };
  });

  route(endpoints.resendVerification, async (ctx) => {
    await resendVerification(ctx);
    return { message: 'If your address needs to be confirmed, an email is on its way.' };
  });

  route(endpoints.changeEmail, async (ctx, { body }, { request }) => {
    await changeEmail(ctx, body.email, clientInfoOf(ctx.config, request));
    return { message: 'Open the link that we emailed to the new address.' };
  });
}
