import { connection, subscribeToConnection } from '../../lib/socket/connection.ts';
import { onLive } from '../../lib/socket/live.ts';
import { useHasNetwork } from '../../lib/socket/network.ts';
import { createStore, useStore } from '../../lib/store.ts';

const onlineIds = createStore<ReadonlySet<string>>(new Set());

onLive('getOnlineUsers', (_, ids) => onlineIds.set(new Set(ids)));
// After a long disconnect nobody's presence is known. A short disconnect keeps it, so that the dots do not flicker.
subscribeToConnection(() => {
  if (connection() === 'lost' || connection() === 'off') onlineIds.set(new Set());
});

/** Whether a person is online. Known for people whom the viewer follows or talks with. */
export function useIsOnline(userId: string): boolean {
  const hasNetwork = useHasNetwork();
  return useStore(onlineIds, (ids) => ids.has(userId)) && hasNetwork;
}
