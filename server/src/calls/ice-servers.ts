import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { iceServer } from '@roost/contract/calls';
import type { MemberContext } from '../context.ts';

/** Seconds a relay takes its credentials for; an allocation that stands by then goes on. */
const LASTS = 3_600;
const STUN_PORT = 3_478;

/**
 * Where a call of the viewer's finds its way. Without any setting it is our own host, and never somebody else's: on
 * one machine or network a call needs none, but a list that is empty is a failure (spec §4).
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

/** As coturn's `use-auth-secret` checks them: made by who knows the secret, for this user, until then. */
export function credentialsFor(userId: string, secret: string, now = Date.now()) {
  const username = `${Math.floor(now / 1_000) + LASTS}:${userId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
