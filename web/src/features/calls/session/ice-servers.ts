import { getIceServers } from '@roost/contract/calls';
import { call } from '../../../lib/api.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';

/** Milliseconds for which an answer is used again; credentials in it last much longer, but not as long as a call may. */
export const FRESH_MS = 10 * 60 * 1000;

let asked: { at: number; servers: Promise<RTCIceServer[]>; known?: RTCIceServer[] } | undefined;

// Credentials are one person's.
addEventListener(LOGOUT_EVENT, () => (asked = undefined));

/** The relays of this call, asked for while it still rings. Rejects where there are none (spec §4). */
export async function iceServers(): Promise<RTCIceServer[]> {
  if (!asked || Date.now() - asked.at > FRESH_MS) {
    const servers = fetchServers();
    const now: typeof asked = { at: Date.now(), servers };
    asked = now;
    // One that failed is no answer to the next call.
    servers.then(
      (known) => (now.known = known),
      () => asked === now && (asked = undefined),
    );
  }
  return asked.servers;
}

/** The same where they have come: what is shown of a call need not come before it is set up. */
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
