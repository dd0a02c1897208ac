import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { getIceServers } from '@roost/contract/calls';
import { findPrivacy } from '../../users/privacy/privacy.queries.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** The lifetime of relay credentials. An allocation that exists at its end continues. */
const CREDENTIAL_SECONDS = 3_600;
const STUN_PORT = 3_478;

type IceConfig = Omit<z.output<typeof getIceServers.response>, 'status'>;

/**
 * Lists the STUN and TURN servers for the viewer. Without settings it names this server's own host, and never a third
 * party. The list is never empty, because clients treat an empty list as a failure. A viewer who hides their address gets only
 * relays, if the site has some.
 */
export async function iceConfigFor(ctx: MemberContext): Promise<IceConfig> {
  const { stunUrls, turn } = ctx.config;
  const relays = turn ? [{ urls: turn.urls, ...credentialsFor(ctx.viewer.id, turn.secret) }] : [];
  if (turn && (await findPrivacy(ctx, ctx.viewer.id))?.relayCallsOnly)
    return { iceServers: relays, iceTransportPolicy: 'relay' };
  const stun = stunUrls.length > 0 || turn ? stunUrls : [`stun:${hostOf(ctx.origin)}:${STUN_PORT}`];
  return {
    iceServers: [...(stun.length > 0 ? [{ urls: stun }] : []), ...relays],
    iceTransportPolicy: 'all',
  };
}

const hostOf = (origin: string) => new URL(origin).hostname;

/** Creates credentials for coturn's `use-auth-secret`: a user name with an expiry time, and its HMAC with the shared secret. */
export function credentialsFor(userId: string, secret: string, now = wallClock()) {
  const username = `${Math.floor(now / 1_000) + CREDENTIAL_SECONDS}:${userId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
