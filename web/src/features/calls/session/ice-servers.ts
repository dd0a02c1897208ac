import { getIceServers } from '@roost/contract/calls';
import { call } from '../../../lib/api/api.ts';
import { onLogout } from '../../../lib/logout.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

/**
 * How long an answer is reused. Its credentials last much longer, but a call can outlast them. The wall clock measures
 * this time, because it continues while the device sleeps, as the credentials' lifetime does.
 */
export const ICE_SERVERS_MAX_AGE_MS = 10 * 60 * 1000;

let asked: { at: number; servers: Promise<RTCIceServer[]>; known?: RTCIceServer[] } | undefined;

// Credentials belong to one user.
onLogout(() => (asked = undefined));

/** Returns the relay servers, fetched while the call rings. Rejects if there are none. */
export async function iceServers(): Promise<RTCIceServer[]> {
  if (!asked || wallClock() - asked.at > ICE_SERVERS_MAX_AGE_MS) {
    const servers = fetchServers();
    const now: typeof asked = { at: wallClock(), servers };
    asked = now;
    // Do not reuse a failure for the next call.
    servers.then(
      (known) => (now.known = known),
      () => asked === now && (asked = undefined),
    );
  }
  return asked.servers;
}

/** Returns the servers if they have arrived. A synchronous answer lets the call set up before it renders. */
export const knownIceServers = (): RTCIceServer[] | undefined => asked?.known;

async function fetchServers(): Promise<RTCIceServer[]> {
  const { iceServers: servers } = await call(getIceServers, {}, { quiet: true });
  if (servers.length === 0) throw new Error('There is no relay for calls.');
  return servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username !== undefined && { username }),
    ...(credential !== undefined && { credential }),
  }));
}
