import { onLogout } from '../logout.ts';
import { currentLocation } from '../router/location.ts';
import { topBarsHeight } from './bars.ts';
import { savedRowAnchor, saveRowAnchor, type RowAnchor } from './row-anchors.ts';
import { anchors, savedScroll } from './scroll-positions.ts';

/** The attributes that identify the rows of lists. */
const ROW_ATTRIBUTES = ['data-key', 'data-user', 'data-comment'] as const;
const ROWS = ROW_ATTRIBUTES.map((name) => `#content [${name}]`).join();
/** Lists of posts and grids of pictures restore their rows themselves. */
const OWN_POSITION = '#content :is([role=feed], [data-own-position])';
/** After this time, the page stays where it is, in ms. */
const MAX_WAIT_MS = 10_000;
/** Input of a person. It ends the wait. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

let stopWaiting = () => {};
onLogout(() => stopWaiting());

anchors.save = saveAnchor;
anchors.restore = restoreAnchor;

/** Saves the topmost row of the page for a history entry. */
function saveAnchor(key: string): void {
  stopWaiting();
  const row = document.querySelector(OWN_POSITION) ? undefined : topmostRow();
  saveRowAnchor(key, row && { row: selectorOf(row), top: row.getBoundingClientRect().top });
}

/** The first row that begins below the bars. Otherwise the one that fills the page. */
function topmostRow(): HTMLElement | undefined {
  const top = topBarsHeight();
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.getBoundingClientRect().bottom > top,
  );
  const begins = rows.find((row) => row.getBoundingClientRect().top >= top);
  return begins && begins.getBoundingClientRect().top < innerHeight ? begins : rows[0];
}

function selectorOf(row: HTMLElement): string {
  const name = ROW_ATTRIBUTES.find((attribute) => row.hasAttribute(attribute)) ?? '';
  return `#content [${name}="${CSS.escape(row.getAttribute(name) ?? '')}"]`;
}

/**
 * Scrolls so that the saved row stands where it was. If the page does not have it, the page may still load. So this waits for the
 * row, and meanwhile for the height of the page. A person who scrolls ends the wait.
 */
function restoreAnchor(key: string): void {
  stopWaiting();
  const anchor = savedRowAnchor(key);
  if (anchor && !align(anchor)) waitFor(anchor, savedScroll(key) ?? 0);
}

/** Returns whether the row stands where it was. A page that still loads can be too short for that. */
function align({ row, top }: RowAnchor): boolean {
  const element = document.querySelector(row);
  if (!element) return false;
  scrollBy(0, element.getBoundingClientRect().top - top);
  return Math.abs(element.getBoundingClientRect().top - top) < 1;
}

function waitFor(anchor: RowAnchor, y: number): void {
  const observer = new ResizeObserver(() => {
    if (align(anchor)) stopWaiting();
    // Near the end of the page, a list loads its next rows.
    else if (!document.querySelector(anchor.row)) scrollTo(0, y);
  });
  const stop = () => {
    stopWaiting = () => {};
    clearTimeout(timer);
    observer.disconnect();
    for (const input of inputs) removeEventListener(input, stop);
  };
  const timer = setTimeout(stop, MAX_WAIT_MS);
  for (const input of inputs) addEventListener(input, stop, { passive: true });
  stopWaiting = stop;
  observer.observe(document.body);
}

/** After a reload, the page has rendered before this file was here. Does nothing if somebody has scrolled meanwhile. */
export function restoreLate(): void {
  const { key } = currentLocation();
  if (savedScroll(key) !== undefined && anchors.reached === scrollY) restoreAnchor(key);
}
