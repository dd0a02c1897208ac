import { useLayoutEffect, type RefObject } from 'react';

/** Scrolls a new comment of the viewer into view, if it is outside the window. The scroll is not animated. */
export function useScrollIntoView(row: RefObject<HTMLElement | null>, isJustWritten: boolean) {
  useLayoutEffect(() => {
    if (isJustWritten) row.current?.scrollIntoView({ block: 'nearest' });
  }, [row, isJustWritten]);
}
