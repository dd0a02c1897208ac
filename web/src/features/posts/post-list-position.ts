import type { CacheSnapshot } from 'virtua';

/** Where somebody was in a list. Never what the list says: it may be out of sight for the next person here. */
export interface ListPosition {
  /** The topmost row in sight; undefined above the list. */
  anchor: string | undefined;
  /** From the top of the anchor to the top of the window, in px; without an anchor, from the top of the page. */
  offset: number;
  rows: number;
  /** The row that had the focus when the list was left, as it has when its post was opened. */
  focused?: string | undefined;
  /** The measured heights, good for the same number of rows. */
  heights: CacheSnapshot;
}

const KEY = 'roost:positions';
/** One for each entry of the history that holds a list; the oldest go. */
const MOST = 30;

let cleared = false;

/** `place` names a history entry and the list in it. */
export function rememberPosition(place: string, position: ListPosition): void {
  const others = read().filter(([other]) => other !== place);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, [place, position]].slice(-MOST)));
  } catch {
    // Without storage the list just starts at its top.
  }
}

export function rememberedPosition(place: string): ListPosition | undefined {
  forgetFormerVisit();
  return read().find(([other]) => other === place)?.[1];
}

/**
 * The first entry of every visit has the same key ('default'). An address typed anew is no way back,
 * so what an earlier visit left under that key is not taken up.
 */
function forgetFormerVisit(): void {
  if (cleared) return;
  cleared = true;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  try {
    const kept = read().filter(([place]) => !place.startsWith('default '));
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

function read(): [place: string, ListPosition][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as [string, ListPosition][]) : [];
  } catch {
    return [];
  }
}

/** The rows that have to be there before the position can be taken up, in the fewest requests. */
export function firstPageFor(
  position: ListPosition | undefined,
  pageSize: number,
  most: number,
): number {
  if (!position?.anchor) return pageSize;
  return Math.min(most, Math.max(pageSize, Math.ceil(position.rows / pageSize) * pageSize));
}
