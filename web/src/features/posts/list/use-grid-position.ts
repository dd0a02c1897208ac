import type { Post } from '@roost/contract/posts';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { keepPosition } from './keep-position.ts';
import { noHeights, type ListPosition } from './post-list-position.ts';
import { topmostInSight } from './use-list-position.ts';

/**
 * The same as `useListPosition` for a grid whose tiles are all in the document. Restores `position` once, with the first rendered
 * tiles. Saves the current position when the person leaves the grid or the page. Returns a ref for the element around the tiles.
 */
export function useGridPosition(
  key: string,
  position: ListPosition | undefined,
  rows: Post[] | undefined,
): RefObject<HTMLUListElement | null> {
  const box = useRef<HTMLUListElement>(null);
  const count = useRef(0);
  const isShown = rows !== undefined && rows.length > 0;
  useEffect(() => {
    count.current = rows?.length ?? 0;
  }, [rows]);
  useLayoutEffect(() => {
    if (!isShown || !position || !box.current) return;
    const grid = box.current;
    const take = () => scrollTo(grid, position);
    take();
    // The router restores its own scroll position after this effect.
    queueMicrotask(take);
  }, [isShown, position]);
  useLayoutEffect(() => {
    if (!isShown || !box.current) return undefined;
    const grid = box.current;
    return keepPosition(key, { position: () => currentPosition(grid, count.current) });
  }, [key, isShown]);
  return box;
}

function currentPosition(grid: HTMLElement, rows: number): ListPosition {
  const topmost = grid.getBoundingClientRect().top < 0 ? topmostInSight(grid) : undefined;
  const anchor = topmost?.dataset['post'];
  const tile = anchor === undefined ? undefined : firstTileOf(anchor, grid);
  const offset = tile ? -tile.getBoundingClientRect().top : window.scrollY;
  return { anchor, offset, rows, heights: noHeights };
}

function scrollTo(grid: HTMLElement, { anchor, offset }: ListPosition): void {
  if (anchor === undefined) return window.scrollTo(0, offset);
  const tile = firstTileOf(anchor, grid);
  if (tile) window.scrollTo(0, window.scrollY + tile.getBoundingClientRect().top + offset);
}

/** A post has a tile for each of its media. The topmost one in sight may be in a later row than the first. */
function firstTileOf(post: string, grid: HTMLElement): Element | null {
  return grid.querySelector(`[data-post="${CSS.escape(post)}"]`);
}
