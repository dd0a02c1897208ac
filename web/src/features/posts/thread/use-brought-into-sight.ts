import { useLayoutEffect, type RefObject } from 'react';

/** What somebody just wrote comes into sight, also where its place is below the fold; at once, so nothing glides. */
export function useBroughtIntoSight(row: RefObject<HTMLElement | null>, isJustWritten: boolean) {
  useLayoutEffect(() => {
    if (isJustWritten) row.current?.scrollIntoView({ block: 'nearest' });
  }, [row, isJustWritten]);
}
