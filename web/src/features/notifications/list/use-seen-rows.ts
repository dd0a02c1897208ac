import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { createBatcher } from '../../../lib/batcher.ts';
import { bottomBarHeight, topBarsHeight } from '../../../lib/page/bars.ts';

interface SeenRow {
  key: string;
  /** The key with the newest notification of the row. */
  state: string;
}

/** A notification counts as read after this long on screen. */
const NOTIFICATION_SEEN_MS = 1_000;

/** A row counts as on screen when this part of it is visible. */
const VISIBLE_SHARE = 0.6;
/** Rows that are seen within this time are reported in one call. */
const REPORT_BATCH_MS = 100;

/**
 * Calls `report` with the keys (`data-key`) of rows that were on screen for a second. It reports many rows at once, and
 * each state of a row (`data-newest`) once. A new value of `rows` means that the list has rendered again.
 */
export function useSeenRows(
  list: RefObject<HTMLElement | null>,
  rows: unknown,
  report: (keys: string[]) => void,
): void {
  const onSeen = useEffectEvent(report);
  // After a failed call the row is unread again. A second report would repeat forever.
  const reported = useRef(new Set<string>());
  useEffect(() => {
    if (!list.current) return undefined;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    const reports = createBatcher<SeenRow>(REPORT_BATCH_MS, (seen) => {
      // Not earlier: new rows may end this effect first, and then the next effect reports the row.
      for (const { state } of seen) reported.current.add(state);
      onSeen([...new Map(seen.map(({ state, key }) => [state, key])).values()]);
    });
    const note = (row: Element) => {
      // Nobody sees a tab in the background.
      if (document.hidden) return wait(row);
      const { key = '', newest = '' } = (row as HTMLElement).dataset;
      const state = key + newest;
      if (!reported.current.has(state)) reports.add({ key, state });
    };
    const wait = (row: Element) => {
      timers.set(
        row,
        setTimeout(() => note(row), NOTIFICATION_SEEN_MS),
      );
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          clearTimeout(timers.get(target));
          if (intersectionRatio >= VISIBLE_SHARE) wait(target);
        }
      },
      { threshold: VISIBLE_SHARE, rootMargin: `-${topBarsHeight()}px 0px -${bottomBarHeight()}px` },
    );
    for (const row of list.current.querySelectorAll('[data-unread]')) observer.observe(row);
    return () => {
      observer.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
      reports.cancel();
    };
  }, [list, rows]);
}
