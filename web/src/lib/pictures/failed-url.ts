import { useState } from 'react';
import { connection, subscribeToConnection } from '../socket/connection.ts';
import { createStore, useStore } from '../store.ts';

/** The number of times that the connection came back. */
const returns = createStore(0);
const cameBack = () => returns.set(returns.get() + 1);

if (typeof window !== 'undefined') {
  addEventListener('online', cameBack);
  subscribeToConnection(() => {
    if (connection() === 'open') cameBack();
  });
}

/** Whether the picture at this address failed to load. A new connection resets it, so the browser tries again. */
export function useFailedUrl(url: string): { hasFailed: boolean; fail: () => void } {
  const now = useStore(returns);
  const [failed, setFailed] = useState<{ url: string; at: number }>();
  return {
    hasFailed: failed?.url === url && failed.at === now,
    fail: () => setFailed({ url, at: now }),
  };
}
