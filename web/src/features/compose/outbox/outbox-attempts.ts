import { createStore } from '../../../lib/store.ts';

/** The ids of the items that are being sent at this moment. The server may have them already. */
export const attemptsStore = createStore<ReadonlySet<string>>(new Set());

/** Sends an item, and lists it as being sent meanwhile. */
export async function attempt(clientId: string, work: () => Promise<void>): Promise<void> {
  attemptsStore.set(new Set([...attemptsStore.get(), clientId]));
  try {
    await work();
  } finally {
    attemptsStore.set(new Set([...attemptsStore.get()].filter((each) => each !== clientId)));
  }
}
