import { createStore, useStore } from '../../../lib/store.ts';
import type { CallSession } from './call-session.ts';

const current = createStore<CallSession | undefined>(undefined);

export const showSession = current.set;

/** The session of the call that this tab is in or places. Undefined until the code for calls is loaded. */
export const useSession = (): CallSession | undefined => useStore(current);
