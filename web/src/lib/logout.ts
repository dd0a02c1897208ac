/** Why a session ended: the person chose to sign out, here or in another tab, or the server accepts it no longer. */
export type LogoutReason = 'signedOut' | 'expired';

type Listener = (reason: LogoutReason) => void;
const listeners = new Set<Listener>();

let session = 0;

/** A number that changes at each logout. Code that waits compares it, because somebody else may be signed in afterwards. */
export const sessionNumber = () => session;

/** Registers a listener that clears its module's data of the person. Returns a function that removes it. */
export function onLogout(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls all listeners. If one fails, the others still run. */
export function announceLogout(reason: LogoutReason): void {
  session += 1;
  for (const listener of listeners) {
    try {
      listener(reason);
    } catch (error) {
      reportError(error);
    }
  }
}

type Work = () => Promise<void>;
const works = new Set<Work>();

/** Registers work that needs the session, such as saving what is written. A logout by choice waits for it. */
export function onBeforeLogout(work: Work): void {
  works.add(work);
}

/** Does that work. A failure does not stop the logout. */
export async function prepareLogout(): Promise<void> {
  await Promise.allSettled([...works].map(async (work) => work()));
}

/** A set of one person's data. A logout empties it. */
export function personalSet<Value>(): Set<Value> {
  const set = new Set<Value>();
  onLogout(() => set.clear());
  return set;
}

/** A map of one person's data. A logout empties it. */
export function personalMap<Key, Value>(): Map<Key, Value> {
  const map = new Map<Key, Value>();
  onLogout(() => map.clear());
  return map;
}

/** Prefix of unsent texts in the session storage. They survive an expired session. */
export const DRAFT_PREFIX = 'roost:draft:';
/** The typed fields of a visitor, in the session storage. They are never those of the person who logged out. */
export const TYPED_KEY = 'roost:typed';
