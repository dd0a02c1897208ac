import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { SESSION_LONGEST } from '../auth/sessions.ts';

/** The `__Host-` prefix, which browsers tie to this very host over https, wherever there is https. */
function cookieName(config: Config): string {
  return isSecure(config) ? '__Host-roost' : 'roost';
}

function isSecure(config: Config): boolean {
  return config.publicUrl?.startsWith('https:') ?? false;
}

const shared = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

export function readToken(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(config)];
}

/** The same, of a bare header: a socket's handshake passes no routes. */
export function readTokenOf(
  app: FastifyInstance,
  config: Config,
  cookieHeader: string | undefined,
): string | undefined {
  return app.parseCookie(cookieHeader ?? '')[cookieName(config)];
}

export function setToken(config: Config, reply: FastifyReply, token: string): void {
  void reply.setCookie(cookieName(config), token, {
    ...shared,
    secure: isSecure(config),
    maxAge: SESSION_LONGEST,
  });
}

export function clearToken(config: Config, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config), { ...shared, secure: isSecure(config) });
  // Nothing of the person stays in this browser's caches.
  void reply.header('Clear-Site-Data', '"cache"');
}
