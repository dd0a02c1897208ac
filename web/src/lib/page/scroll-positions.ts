import { onLogout } from '../logout.ts';
import { storedJson, validItems } from '../storage.ts';
import { isNewVisit } from './is-new-visit.ts';

/** Keeps the scroll position of each history entry, by its key. Going back and a reload restore it. */
const stored = storedJson('sessionStorage', 'roost:scrolled', (value) =>
  validItems(value, isPosition),
);
/** The map keeps this many entries and removes the oldest. */
const MAX_POSITIONS = 100;

let positions: Map<string, number> | undefined;
// Without this, `pagehide` would store the positions again after the logout has cleared the storage.
onLogout(() => (positions = new Map()));

const known = (): Map<string, number> => (positions ??= new Map(read()));

export function saveScroll(key: string): void {
  known().delete(key);
  known().set(key, scrollY);
  for (const oldest of known().keys()) {
    if (known().size <= MAX_POSITIONS) break;
    known().delete(oldest);
  }
}

/** Scrolls to the saved position, or to the element that the address names, or to the top. */
export function restoreScroll({ key, hash }: { key: string; hash: string }, isKept: boolean): void {
  const position = known().get(key);
  if (position !== undefined) return scrollTo(0, position);
  const target = hash && elementOf(hash);
  if (target) return target.scrollIntoView();
  if (!isKept) scrollTo(0, 0);
}

/**
 * Replaces the browser's own restoration, which comes too early. Returns a function that ends it. `key` returns the key
 * of the shown entry.
 */
export function keepScroll(key: () => string): () => void {
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const leave = () => {
    saveScroll(key());
    stored.write([...known()]);
    history.scrollRestoration = 'auto';
  };
  takeOver();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', takeOver);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', takeOver);
    history.scrollRestoration = 'auto';
  };
}

function elementOf(hash: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function isPosition(value: unknown): value is [key: string, position: number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

function read(): [string, number][] {
  const all = stored.read() ?? [];
  return isNewVisit() ? all.filter(([key]) => key !== 'default') : all;
}
