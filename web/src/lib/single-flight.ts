import { personalSet } from './logout.ts';

/** Returns a function that starts work for a key, unless work for this key still runs. */
export function singleFlight(): (key: string, work: () => Promise<unknown>) => Promise<void> {
  const running = personalSet<string>();
  return async (key, work) => {
    if (running.has(key)) return;
    running.add(key);
    try {
      await work();
    } finally {
      running.delete(key);
    }
  };
}
