import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../kernel/config.ts';

/** With https the name has the prefix `__Host-`, so browsers send the cookie only to this host over https. */
export function cookieName(config: Config, name = 'roost'): string {
  return isSecure(config) ? `__Host-${name}` : name;
}
/** The longest time that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

export function isSecure(config: Config): boolean {
  return config.publicUrl?.startsWith('https:') ?? false;
}

const shared = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

export function readToken(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(config)];
}

/** The same for a raw header, because a socket's handshake passes no route. */
export function readTokenOf(
  app: FastifyInstance,
  config: Config,
  cookieHeader: string | undefined,
): string | undefined {
  return app.parseCookie(cookieHeader ?? '')[cookieName(config)];
}

/** `maxAge` is in seconds. */
export function setToken(
  config: Config,
  reply: FastifyReply,
  { token, maxAge }: { token: string; maxAge: number },
): void {
  void reply.setCookie(cookieName(config), token, {
    ...shared,
    secure: isSecure(config),
    maxAge,
  });
}

export function clearToken(config: Config, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(config), { ...shared, secure: isSecure(config) });
  // Deletes everything about the person from this browser's caches.
  void reply.header('Clear-Site-Data', '"cache"');
}

/** Reads the device cookie. It is optional: without it the device is unknown (decision 36). */
export function readDevice(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(config, 'roost-device')];
}

export function setDevice(config: Config, reply: FastifyReply, value: string): void {
  void reply.setCookie(cookieName(config, 'roost-device'), value, {
    ...shared,
    secure: isSecure(config),
    maxAge: DEVICE_COOKIE_SECONDS,
  });
}
