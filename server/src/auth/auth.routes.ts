import * as endpoints from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { clientInfoOf } from '../platform/http/client-info.ts';
import { clearToken, readToken, setDevice, setToken } from '../platform/http/security/cookie.ts';
import { documentLocale } from '../platform/http/documents/document-site.ts';
import type { Route } from '../platform/http/route.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { deviceCookie } from './known-devices.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { requestReset } from './reset/request-reset.ts';
import { resetPassword } from './reset/reset-password.ts';
import { listSessionsOf } from './sessions/session.queries.ts';
import { endAllSessions, endOwnSession, endSessionByToken } from './sessions/end-sessions.ts';
import { updatePassword } from './passwords/update-password.ts';
import { SESSION_MAX_SECONDS } from './sessions/session-lifetime.ts';

export function authRoutes(route: Route): void {
  route(endpoints.register, async (ctx, { body }, { request }) => {
    const client = clientInfoOf(ctx.config, request);
    const locale = await documentLocale(request);
    const { userId, isPending } = await register(ctx, { ...body, locale }, client);
    return isPending
      ? {
          message: 'Thank you! You can log in once an admin has approved your account.',
          userId,
          data: { pending: true as const },
        }
      : { message: 'Registration successful! You can now log in.', userId };
  });

  route(endpoints.login, async (ctx, { body }, exchange) => {
    const client = clientInfoOf(ctx.config, exchange.request);
    return answerSignIn(ctx, await login(ctx, body, client), exchange);
  });

  route(endpoints.logout, async (ctx, _, { request, reply }) => {
    if (request.viewer) await endSessionByToken(ctx, readToken(ctx.config, request));
    clearToken(ctx.config, reply);
    return { message: 'Logged out.' };
  });

  passwordRoutes(route);
  sessionRoutes(route);
}

function passwordRoutes(route: Route): void {
  route(endpoints.forgetPassword, async (ctx, { body }, { request }) => {
    await requestReset(ctx, body.email, clientInfoOf(ctx.config, request));
    return { message: 'Password reset link sent to your email.' };
  });

  route(endpoints.resetPassword, async (ctx, { params, body }, { request }) => {
    await resetPassword(ctx, params.token, body, clientInfoOf(ctx.config, request));
    return { message: 'Password reset successful! You can now log in.' };
  });

  route(endpoints.updatePassword, async (ctx, { body }, { request, reply }) => {
    const device = await updatePassword(ctx, body, clientInfoOf(ctx.config, request));
    // Sets the session cookie again, and first. Clients that know only one cookie take the first.
    setToken(ctx.config, reply, {
      token: readToken(ctx.config, request) ?? '',
      maxAge: SESSION_MAX_SECONDS,
    });
    setDevice(ctx.config, reply, deviceCookie(device));
    return { message: 'Password updated.' };
  });
}

function sessionRoutes(route: Route): void {
  route(endpoints.listSessions, async (ctx) => {
    const sessions = await listSessionsOf(ctx, ctx.viewer.id);
    return {
      data: sessions.map((session) => ({
        _id: session.id,
        device: session.device,
        address: session.address,
        createdAt: session.created_at.toISOString(),
        lastUsedAt: session.last_used_at.toISOString(),
        current: session.id === ctx.viewer.sessionId,
      })),
    };
  });

  route(endpoints.endSession, async (ctx, { params }) => {
    if (!(await endOwnSession(ctx, params.sessionId))) throw new AppError('not_found');
    return { message: 'Session ended.' };
  });

  route(endpoints.endOtherSessions, async (ctx) => {
    await endAllSessions(ctx, ctx.viewer.id, ctx.viewer.sessionId);
    return { message: 'All other sessions ended.' };
  });
}
