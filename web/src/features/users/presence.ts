import { useSyncExternalStore } from 'react';
import { connection, subscribeToConnection } from '../../lib/connection.ts';
import { onLive } from '../../lib/live.ts';

let online: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function show(ids: readonly string[]): void {
  if (ids.length === 0 && online.size === 0) return;
  online = new Set(ids);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

onLive('getOnlineUsers', (_, ids) => show(ids));
// Cut off for good nothing is known of anybody; a short break need not flicker.
subscribeToConnection(() => {
  if (connection() === 'lost' || connection() === 'off') show([]);
});

if (typeof window !== 'undefined')
  for (const name of ['online', 'offline']) addEventListener(name, tell);

/** Whether somebody the viewer follows or talks with has Roost in sight. */
export function useIsOnline(userId: string): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine && online.has(userId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
