import { onLogout, sessionNumber } from '../logout.ts';
import { addressOf, type Location } from '../router/location.ts';
import { storedJson, validItems } from '../storage.ts';
import { isNewVisit } from './is-new-visit.ts';

/**
 * Keeps the scroll position of each history entry, by its key. Going back and a reload restore it. The navigation also does, because
 * an entry that it opens takes the key of the last one at that address.
 */
const stored = storedJson('sessionStorage', 'roost:scrolled', (value) =>
  validItems(value, isPosition),
);
/** The map keeps this many entries and removes the oldest. */
const MAX_POSITIONS = 100;

interface Position {
  y: number;
  /** Empty in positions that an earlier release stored. */
  address: string;
}

let positions: Map<string, Position> | undefined;
// Without this, `pagehide` would store the positions again after the logout has cleared the storage.
onLogout(() => (positions = new Map()));

const known = (): Map<string, Position> => (positions ??= new Map(read()));
/** The session in which the page was shown. Another person must not find where this one was. */
let shownIn = sessionNumber();

/** Set by `scroll-anchors.ts`, which loads after the first page. It keeps rows in place instead of pixels. */
export const anchors: {
  save?: (key: string) => void;
  restore?: (key: string) => void;
  /** How far the last restoration came. A page that still loads is too short. */
  reached?: number;
} = {};

export const savedScroll = (key: string): number | undefined => known().get(key)?.y;

/** The key of the entry at this address that was left last in this tab. */
export const lastKeyAt = (address: string): string | undefined =>
  [...known()].findLast(([, position]) => position.address === address)?.[0];

export function saveScroll(page: Location): void {
  if (shownIn !== sessionNumber()) return;
  const { key } = page;
  anchors.save?.(key);
  known().delete(key);
  known().set(key, { y: scrollY, address: addressOf(page) });
  for (const oldest of known().keys()) {
    if (known().size <= MAX_POSITIONS) break;
    known().delete(oldest);
  }
}

/** Scrolls to the saved position, or to the element that the address names, or to the top. */
export function restoreScroll(
  { key, hash }: { key: string; hash: string },
  keepsScroll: boolean,
): void {
  shownIn = sessionNumber();
  const position = savedScroll(key);
  if (position !== undefined) {
    scrollTo(0, position);
    anchors.reached = scrollY;
    anchors.restore?.(key);
    return;
  }
  const target = hash && elementOf(hash);
  if (target) return target.scrollIntoView();
  if (!keepsScroll) scrollTo(0, 0);
}

/**
 * Replaces the browser's own restoration, which comes too early. Returns a function that ends it. `shown` returns the shown entry.
 */
export function keepScroll(shown: () => Location): () => void {
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const leave = () => {
    saveScroll(shown());
    stored.write([...known()].map(([key, { y, address }]) => [key, y, address]));
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

function isPosition(value: unknown): value is [key: string, y: number, address?: string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

function read(): [string, Position][] {
  return (stored.read() ?? [])
    .filter(([key]) => key !== 'default' || !isNewVisit())
    .map(([key, y, address = '']) => [key, { y, address }]);
}
