import { createStore, useStore } from '../store.ts';

const hasNetwork = () => navigator.onLine;
const network = createStore(hasNetwork());

if (typeof window !== 'undefined')
  for (const name of ['online', 'offline', 'pageshow'])
    addEventListener(name, () => network.set(hasNetwork()));

/** The app opened without the server, which has not answered since. */
export const isServerAway = createStore(false);

/** Whether the app knows that no call gets an answer now. The bar at the top says so. */
export const isOffline = (): boolean => !hasNetwork() || isServerAway.get();

export function useIsOffline(): boolean {
  const isAway = useStore(isServerAway);
  return !useHasNetwork() || isAway;
}

/** Whether the browser has a network. The server may still be out of reach. */
export const useHasNetwork = (): boolean => useStore(network);
