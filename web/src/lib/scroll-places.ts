/** How far each entry of the history was scrolled, by its key, for the way back and a reload. */
const KEY = 'roost:scrolled';
/** Entries remembered; the oldest go. */
const MOST = 100;

let places: Map<string, number> | undefined;

const known = (): Map<string, number> => (places ??= new Map(read()));

export function saveScroll(key: string): void {
  known().delete(key);
  known().set(key, scrollY);
  for (const oldest of known().keys()) {
    if (known().size <= MOST) break;
    known().delete(oldest);
  }
}

/** Where the page was when it was left, the element its address names, or the top. */
export function restoreScroll({ key, hash }: { key: string; hash: string }, isKept: boolean): void {
  const place = known().get(key);
  if (place !== undefined) return scrollTo(0, place);
  const target = hash && elementOf(hash);
  if (target) return target.scrollIntoView();
  if (!isKept) scrollTo(0, 0);
}

/** Does by itself what the browser would do too early; returns what ends it. `key` tells the entry that is shown. */
export function keepScroll(key: () => string): () => void {
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const leave = () => {
    saveScroll(key());
    write();
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

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    const all = Array.isArray(stored) ? (stored as [string, number][]) : [];
    // The first entry of every visit has the same key; an address typed anew is no way back.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return visit?.type === 'navigate' ? all.filter(([key]) => key !== 'default') : all;
  } catch {
    return [];
  }
}

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...known()]));
  } catch {
    // Without storage a reload starts at the top.
  }
}
