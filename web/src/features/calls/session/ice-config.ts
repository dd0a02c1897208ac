import { getIceServers } from '@roost/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';

/**
 * How long an answer is reused. Its credentials last much longer, but a call can outlast them. The wall clock measures
 * this time, because it continues while the device sleeps, as the credentials' lifetime does.
 */
export const ICE_CONFIG_MAX_AGE_MS = 10 * 60 * 1000;

/** A logout removes the answer from the cache, because credentials belong to one user. A failure is not kept. */
const iceConfigQuery = queryOptions({
  queryKey: ['calls', 'ice servers'],
  queryFn: fetchConfig,
  staleTime: ICE_CONFIG_MAX_AGE_MS,
  gcTime: ICE_CONFIG_MAX_AGE_MS,
});

/** The servers of a call, and whether it uses relays only. */
export type IceConfig = Required<Pick<RTCConfiguration, 'iceServers' | 'iceTransportPolicy'>>;

/** Returns the relay servers, fetched while the call rings. Rejects if there are none. */
export async function iceConfig(): Promise<IceConfig> {
  return queryClient.fetchQuery(iceConfigQuery);
}

/** Returns the servers if they have arrived. A synchronous answer lets the call set up before it renders. */
export function knownIceConfig(): IceConfig | undefined {
  const query = queryClient.getQueryCache().find<IceConfig>(iceConfigQuery);
  return query?.isStaleByTime(ICE_CONFIG_MAX_AGE_MS) ? undefined : query?.state.data;
}

async function fetchConfig(): Promise<IceConfig> {
  const { iceServers: servers, iceTransportPolicy } = await call(
    getIceServers,
    {},
    { quiet: true },
  );
  if (servers.length === 0) throw new Error('There is no relay for calls.');
  return {
    iceServers: servers.map(({ urls, username, credential }) => ({
      urls,
      ...(username !== undefined && { username }),
      ...(credential !== undefined && { credential }),
    })),
    iceTransportPolicy,
  };
}
