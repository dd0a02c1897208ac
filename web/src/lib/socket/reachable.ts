import { connection, subscribeToConnection } from './connection.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds until the next attempt, after this many attempts. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));

/**
 * Resolves when a failed call is worth another attempt, because the network or the socket is back. The browser may not
 * notice an outage, so it also resolves after a while.
 */
export function whenReachable(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      globalThis.removeEventListener?.('online', done);
      resolve();
    };
    const timer = setTimeout(done, waitAfter(tries));
    const unsubscribe = subscribeToConnection(() => connection() === 'open' && done());
    globalThis.addEventListener?.('online', done);
  });
}
