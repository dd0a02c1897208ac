import type { Post } from '@roost/contract/posts';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from '../../../lib/router/router.tsx';
import type { WindowVirtualizerHandle } from 'virtua';
import { useViewerId } from '../../auth/viewer.ts';
import { pageKey } from '../../../lib/page/page-key.ts';
import { holdRow } from './hold-row.ts';
import { keepPosition } from './keep-position.ts';
import { rememberedPosition, type ListPosition } from './post-list-position.ts';

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
    const handle = list.current;
    const showRow = (anchor: string, top: number) =>
      scrollTo(handle, { anchor, offset: -top }, shown.current);
    shownList.scrollTo = showRow;
    const rowsBox = box.current;
    const letGo = holdRow(rowsBox, showRow);
    const leave = keepPosition(key, {
      position: () => currentPosition(handle, rowsBox, shown.current),
      focused: () => focusedRow(rowsBox),
    });
    return () => {
      if (shownList.scrollTo === showRow) delete shownList.scrollTo;
      letGo();
      leave();
    };
  }, [key]);
  useEffect(() => restoreFocus(position?.focused, box), [position]);

  return { list, box };
}

/**
 * Scrolls the list on the page to a row, to a distance in px from the top of the window. Returns false if the list does not have
 * the row. Absent without a list.
 */
export const shownList: { scrollTo?: (id: string, top: number) => boolean } = {};

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
 * Keeps the topmost row where it is while somebody reads further down, whatever happens above it. Returns whether rows were just added
 * or removed at the top, for virtua's `shift`. If a new answer has other rows above, the list scrolls to the row.
 */
export function useRowsAbove(
  rows: Post[],
  list: RefObject<WindowVirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
): boolean {
  const [known, setKnown] = useState<{ rows: Post[]; isAbove: boolean; kept?: ListPosition }>({
    rows,
    isAbove: false,
  });
  useLayoutEffect(() => {
    if (known.kept && list.current) scrollTo(list.current, known.kept, known.rows);
  }, [known, list]);
  if (known.rows === rows) return known.isAbove;
  // The page still shows the earlier rows.
  const reading = list.current && box.current && currentPosition(list.current, box.current, rows);
  const anchor = reading?.anchor;
  const added = addedOnTop(known.rows, rows);
  const index = indexOfRow(anchor, rows);
  const moved = index - indexOfRow(anchor, known.rows);
  const isAbove = anchor !== undefined && added !== 0 && (index < 0 || moved === added);
  const isMoved = !isAbove && moved !== 0;
  setKnown({ rows, isAbove, ...(isMoved && reading && { kept: reading }) });
  return isAbove;
}

const indexOfRow = (id: string | undefined, rows: Post[]) =>
  rows.findIndex((row) => row._id === id);

/** The number of rows that were added above the first one. Negative if rows were removed there. */
function addedOnTop(before: Post[], rows: Post[]): number {
  const added = indexOfRow(before[0]?._id, rows);
  return added > 0 ? added : -Math.max(0, indexOfRow(rows[0]?._id, before));
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

export function topmostInSight(box: HTMLElement): HTMLElement | undefined {
  return [...box.querySelectorAll<HTMLElement>('[data-post]')].find(
    (row) => row.getBoundingClientRect().bottom > 0,
  );
}

function scrollTo(
  handle: WindowVirtualizerHandle,
  { anchor, offset }: Pick<ListPosition, 'anchor' | 'offset'>,
  rows: Post[],
): boolean {
  const index = indexOfRow(anchor, rows);
  if (index >= 0) handle.scrollToIndex(index, { align: 'start', offset });
  else if (anchor === undefined) window.scrollTo(0, offset);
  return index >= 0;
}
