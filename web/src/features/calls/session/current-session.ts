import { useSyncExternalStore } from 'react';
import type { CallSession } from './call-session.ts';

let current: CallSession | undefined;
const listeners = new Set<() => void>();

export function showSession(session: CallSession | undefined): void {
  if (session === current) return;
  current = session;
  for (const listener of listeners) listener();
}

/** The call this tab is in or places; undefined until its parts are fetched. */
export function useSession(): CallSession | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
