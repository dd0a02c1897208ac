import { createStore, useStore } from '../store.ts';

/** The state of the main socket. It is `lost` after the last attempt, until a new attempt begins. */
export type Connection = 'off' | 'connecting' | 'open' | 'lost';

const state = createStore<Connection>('off');

export const connection = state.get;
export const setConnection = state.set;
export const subscribeToConnection = state.subscribe;
export const useConnection = (): Connection => useStore(state);
