import { useState, useSyncExternalStore } from 'react';
import { connection, subscribeToConnection } from './connection.ts';

/** How often the line has come back. */
let returns = 0;
const listeners = new Set<() => void>();

function cameBack(): void {
  returns += 1;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  addEventListener('online', cameBack);
  subscribeToConnection(() => {
    if (connection() === 'open') cameBack();
  });
}

/** Whether what is at this address failed to load; forgotten when the line comes back, so that it is tried again. */
export function useFailedUrl(url: string): { hasFailed: boolean; fail: () => void } {
  const now = useSyncExternalStore(subscribe, () => returns);
  const [failed, setFailed] = useState<{ url: string; at: number }>();
  return {
    hasFailed: failed?.url === url && failed.at === now,
    fail: () => setFailed({ url, at: now }),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
