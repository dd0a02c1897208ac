import * as endpoints from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import type { FastifyRequest } from 'fastify';
import { clearToken, readToken, setToken } from '../http/cookie.ts';
import type { Route } from '../http/route.ts';
import { getOwnUser } from '../users/view-own-user.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { requestReset, resetPassword } from './reset-password.ts';
import { listSessionsOf } from './session.queries.ts';
import { endAllSessions, endOwnSession, endSessionOf, type Visitor } from './sessions.ts';
import { updatePassword } from './update-password.ts';

export function authRoutes(route: Route): void {
  route(endpoints.register, async (ctx, { body }) => ({
    message: 'Registration successful! You can now log in.',
    userId: await register(ctx, body),
  }));

  route(endpoints.login, async (ctx, { body }, { request, reply }) => {
    const { token, userId, username, isPremium } = await login(ctx, body, visitorOf(request));
    // The session this browser had is not left behind, open and forgotten.
    await endSessionOf(ctx, readToken(ctx.config, request));
    setToken(ctx.config, reply, token);
    return {
      message: 'Login successful.',
      userid: userId,
      username,
      subscription: { isActive: isPremium },
    };
  });

  route(endpoints.logout, async (ctx, _, { request, reply }) => {
    await endSessionOf(ctx, readToken(ctx.config, request));
    clearToken(ctx.config, reply);
    return { message: 'Logged out.' };
  });

  route(endpoints.getMe, async (ctx) => ({ data: await getOwnUser(ctx) }));

  route(endpoints.forgetPassword, async (ctx, { body }) => {
    await requestReset(ctx, body.email);
    return { message: 'Password reset link sent to your email.' };
  });

  route(endpoints.resetPassword, async (ctx, { params, body }, { request }) => {
    await resetPassword(ctx, params.token, body, request.ip);
    return { message: 'Password reset successful! You can now log in.' };
  });

  route(endpoints.updatePassword, async (ctx, { body }) => {
    await updatePassword(ctx, body);
    return { message: 'Password updated.' };
  });

  sessionRoutes(route);
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

function visitorOf(request: FastifyRequest): Visitor {
  return { device: request.headers['user-agent'] ?? '', address: request.ip };
}
