import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { iceServer } from '@roost/contract/calls';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** The lifetime of relay credentials. An allocation that exists at its end continues. */
const CREDENTIAL_SECONDS = 3_600;
const STUN_PORT = 3_478;

/**
 * Lists the STUN and TURN servers for the viewer. Without settings it names this server's own host, and never a third
 * party. The list is never empty, because clients treat an empty list as a failure.
 */
export function iceServersFor(ctx: MemberContext): z.output<typeof iceServer>[] {
  const { stunUrls, turn } = ctx.config;
  const stun = stunUrls.length > 0 || turn ? stunUrls : [`stun:${hostOf(ctx.origin)}:${STUN_PORT}`];
  return [
    ...(stun.length > 0 ? [{ urls: stun }] : []),
    ...(turn ? [{ urls: turn.urls, ...credentialsFor(ctx.viewer.id, turn.secret) }] : []),
  ];
}

const hostOf = (origin: string) => new URL(origin).hostname;

/** Creates credentials for coturn's `use-auth-secret`: a user name with an expiry time, and its HMAC with the shared secret. */
export function credentialsFor(userId: string, secret: string, now = wallClock()) {
  const username = `${Math.floor(now / 1_000) + CREDENTIAL_SECONDS}:${userId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
