import { useSyncExternalStore } from 'react';

/** How the main socket stands; `lost` after the last attempt, until something tries again. */
export type Connection = 'off' | 'connecting' | 'open' | 'lost';

const listeners = new Set<() => void>();
let state: Connection = 'off';

export function setConnection(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export const connection = (): Connection => state;

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, connection);
}
