import { randomKey } from '../random-key.ts';

interface Path {
  pathname: string;
  search: string;
  hash: string;
}

/** A page of the app in the browser's history. */
export interface Location extends Path {
  /** What the navigation gave to the page. It survives a reload. */
  state: unknown;
  /** Names the history entry. The first entry of every visit has the key `default`. */
  key: string;
}

/** What the router stores in a history entry. */
interface EntryState {
  state: unknown;
  key: string;
  /** The number of the entry in the app's history, from 0. */
  number: number;
  /** The page that is shown, if the address bar shows another address. */
  shown?: Path;
}

const stored = () => (history.state ?? {}) as Partial<EntryState>;

/** The number of the current history entry. The visit began with entry 0. */
export const entryNumber = (): number => stored().number ?? 0;

/** What the current history entry shows. */
export function currentLocation(): Location {
  const { state = null, key = 'default', shown } = stored();
  const { pathname, search, hash } = shown ?? window.location;
  return { pathname, search, hash, state, key };
}

export const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;

/** The parts of an address of this app, encoded as in the address bar. */
export function pathOf(to: string): Path {
  const { pathname, search, hash } = new URL(to, location.origin);
  return { pathname, search, hash };
}

/** Writes a history entry for `to`. `mask` is the address that the address bar shows instead. */
export function writeEntry(
  kind: 'push' | 'replace',
  to: string,
  { state = null, mask }: { state?: unknown; mask?: string | undefined },
): void {
  const entry: EntryState = {
    state,
    key: randomKey().slice(0, 8),
    number: entryNumber() + (kind === 'push' ? 1 : 0),
    ...(mask !== undefined && { shown: pathOf(to) }),
  };
  const address = addressOf(pathOf(mask ?? to));
  if (kind === 'replace') return history.replaceState(entry, '', address);
  try {
    history.pushState(entry, '', address);
  } catch {
    // Some browsers limit the number of entries in half a minute.
    location.assign(location.origin + address);
  }
}
