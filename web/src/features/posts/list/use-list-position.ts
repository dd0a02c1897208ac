import type { Post } from '@roost/contract/posts';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from '../../../lib/router/router.tsx';
import type { WindowVirtualizerHandle } from 'virtua';
import { useViewerId } from '../../auth/viewer.ts';
import { pageKey } from '../../../lib/page/page-key.ts';
import { rememberedPosition, rememberPosition, type ListPosition } from './post-list-position.ts';

/** Returns a key for this list in this history entry. The key survives a reload. */
export function useListPositionKey(label: string): string {
  const location = useLocation();
  return `${pageKey(location)} ${useViewerId()} ${location.pathname} ${label}`;
}

export function useRememberedPosition(key: string): ListPosition | undefined {
  return useState(() => rememberedPosition(key))[0];
}

/**
 * Restores `position` once, with the first rendered rows. Saves the current position when the person leaves the list or
 * the page. `box` is the element around the rows.
 */
export function useListPosition(key: string, position: ListPosition | undefined, rows: Post[]) {
  const list = useRef<WindowVirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);

  useLayoutEffect(() => {
    if (!position || !list.current) return;
    const handle = list.current;
    const take = () => scrollTo(handle, position, shown.current);
    take();
    // The router restores its own scroll position after this effect. The microtask runs later, so the row's position
    // wins.
    queueMicrotask(take);
  }, [position]);
  useLayoutEffect(() => {
    if (!list.current || !box.current) return undefined;
    return keepPosition(key, list.current, box.current, shown);
  }, [key]);
  useEffect(() => restoreFocus(position?.focused, box), [position]);

  return { list, box };
}

/** Saves the position of the list when the page or the list is left. Returns the function for leaving the list. */
function keepPosition(
  key: string,
  handle: WindowVirtualizerHandle,
  box: HTMLElement,
  shown: RefObject<Post[]>,
): () => void {
  // Read while scrolling: when the list unmounts, the next page may already be above its remains.
  let last: ListPosition | undefined;
  let frame = 0;
  const note = () => {
    last = currentPosition(handle, box, shown.current) ?? last;
  };
  const noteSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(note);
  };
  const save = (focused?: string) => last && rememberPosition(key, { ...last, focused });
  const saveNow = () => {
    note();
    save();
  };
  const saveHidden = () => document.visibilityState === 'hidden' && saveNow();
  noteSoon();
  addEventListener('scroll', noteSoon, { passive: true });
  addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveHidden);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', noteSoon);
    removeEventListener('pagehide', saveNow);
    document.removeEventListener('visibilitychange', saveHidden);
    // The list is being unmounted, but it is still in the document.
    save(focusedRow(box));
  };
}

/** Focuses a row that the virtualizer renders some frames later, after it has scrolled. */
function restoreFocus(id: string | undefined, box: RefObject<HTMLElement | null>) {
  if (id === undefined) return undefined;
  let frame = 0;
  const seek = (tries: number) => {
    const row = box.current?.querySelector<HTMLElement>(`[data-post="${CSS.escape(id)}"]`);
    if (row) row.focus({ preventScroll: true });
    else if (tries > 0) frame = requestAnimationFrame(() => seek(tries - 1));
  };
  frame = requestAnimationFrame(() => seek(30));
  return () => cancelAnimationFrame(frame);
}

/**
 * Whether rows were just added or removed above, while somebody reads further down. The list then keeps its scroll position.
 * For virtua's `shift`.
 */
export function useRowsAbove(rows: Post[], box: RefObject<HTMLElement | null>): boolean {
  const [known, setKnown] = useState({ rows, isAbove: false });
  if (known.rows === rows) return known.isAbove;
  const isReading = (box.current?.getBoundingClientRect().top ?? 0) < 0;
  const isAbove = isReading && (startsLater(known.rows, rows) || startsLater(rows, known.rows));
  setKnown({ rows, isAbove });
  return isAbove;
}

/** Whether the first of `rows` stands further down in `longer`. */
function startsLater(rows: Post[], longer: Post[]): boolean {
  return longer.findIndex((row) => row._id === rows[0]?._id) > 0;
}

/** Undefined while the rows are not on the page: hidden, just removed, or not yet rendered. */
function currentPosition(
  handle: WindowVirtualizerHandle,
  box: HTMLElement,
  rows: Post[],
): ListPosition | undefined {
  const { top, height } = box.getBoundingClientRect();
  const row = top < 0 ? topmostInSight(box) : undefined;
  if (height === 0 || (top < 0 && !row)) return undefined;
  const offset = row ? -row.getBoundingClientRect().top : window.scrollY;
  return { anchor: row?.dataset['post'], offset, rows: rows.length, heights: handle.cache };
}

function focusedRow(box: HTMLElement): string | undefined {
  const { activeElement } = document;
  if (!activeElement || !box.contains(activeElement)) return undefined;
  return activeElement.closest<HTMLElement>('[data-post]')?.dataset['post'];
}

function topmostInSight(box: HTMLElement): HTMLElement | undefined {
  return [...box.querySelectorAll<HTMLElement>('[data-post]')].find(
    (row) => row.getBoundingClientRect().bottom > 0,
  );
}

function scrollTo(
  handle: WindowVirtualizerHandle,
  { anchor, offset }: ListPosition,
  rows: Post[],
): void {
  if (anchor === undefined) return window.scrollTo(0, offset);
  const index = rows.findIndex((row) => row._id === anchor);
  if (index >= 0) handle.scrollToIndex(index, { align: 'start', offset });
}
