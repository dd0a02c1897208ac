import { createStore, useStore } from '../store.ts';

const hasNetwork = () => navigator.onLine;
const network = createStore(hasNetwork());

if (typeof window !== 'undefined')
  for (const name of ['online', 'offline', 'pageshow'])
    addEventListener(name, () => network.set(hasNetwork()));

/** Whether the browser has a network. The server may still be out of reach. */
export const useHasNetwork = (): boolean => useStore(network);
