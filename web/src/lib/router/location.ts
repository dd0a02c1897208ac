import { randomKey } from '../random-key.ts';

interface Path {
  pathname: string;
  search: string;
  hash: string;
}

/** A page of the app in the browser's history. */
export interface Location extends Path {
  /** The state that the navigation gave to the page. It survives a reload. */
  state: unknown;
  /**
   * Names the history entry. The first entry of every visit has the key `default`, until a navigation replaces it. Entries that the
   * navigation opens share the key of their address.
   */
  key: string;
  /** The number of the entry in the app's history. The visit began with entry 0. */
  number: number;
}

/** The state of a history entry that the router wrote. */
interface EntryState extends Pick<Location, 'state' | 'key' | 'number'> {
  /** The page that is shown, if the address bar shows another address. */
  shown?: Path;
}

const stored = () => (history.state ?? {}) as Partial<EntryState>;

/** The key in the state of a history entry. Undefined if neither the router nor `claimEntry` wrote the state. */
export const keyOfEntry = (state: unknown): string | undefined =>
  (state as Partial<EntryState> | null)?.key;

const newKey = () => randomKey().slice(0, 8);

/** Returns the page that the current history entry shows. */
export function currentLocation(): Location {
  const { state = null, key = 'default', number = 0, shown } = stored();
  const { pathname, search, hash } = shown ?? window.location;
  return { pathname, search, hash, state, key, number };
}

export const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;

/** The parts of an address of this app, encoded as in the address bar. */
export function pathOf(to: string): Path {
  const { pathname, search, hash } = new URL(to, location.origin);
  return { pathname, search, hash };
}

/**
 * Gives the current history entry a key and a number if it has none. The entry is the first of the visit if there is no
 * `previous` one. Otherwise other code added it, or a person edited the hash. Returns whether the entry had none.
 */
export function claimEntry(previous?: Location): boolean {
  if (keyOfEntry(history.state) !== undefined) return false;
  const { key, number } = previous
    ? { key: newKey(), number: previous.number + 1 }
    : currentLocation();
  changeHistory('replace', { ...stored(), key, number });
  return true;
}

/** Writes a history entry for `to`. `mask` is the address that the address bar shows instead. */
export function writeEntry(
  kind: 'push' | 'replace',
  to: string,
  {
    state = null,
    mask,
    key = newKey(),
  }: { state?: unknown; mask?: string | undefined; key?: string | undefined },
): void {
  const entry: EntryState = {
    state,
    key,
    number: currentLocation().number + (kind === 'push' ? 1 : 0),
    ...(mask !== undefined && { shown: pathOf(to) }),
  };
  const address = addressOf(pathOf(mask ?? to));
  if (changeHistory(kind, entry, address)) return;
  if (kind === 'push') location.assign(location.origin + address);
  else location.replace(location.origin + address);
}

/** Changes the browser's history. Returns false if the browser refuses, because some limit the changes in half a minute. */
export function changeHistory(kind: 'push' | 'replace', entry: object, address?: string): boolean {
  try {
    if (kind === 'push') history.pushState(entry, '', address);
    else history.replaceState(entry, '', address);
    return true;
  } catch {
    return false;
  }
}
