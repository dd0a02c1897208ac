import { useEffect, useEffectEvent } from 'react';
import { topBarsHeight } from '../../../lib/page/bars.ts';
import { noteMarker, type MarkedList } from './markers.ts';

/** The page is at rest when it has not scrolled for this long, in ms. */
const AT_REST_MS = 300;
/** A row counts as read on when less than this of it is below the bars, in px. */
const READ_PX = 24;
/** Scrolling is by hand for this long after an input, or after other scrolling by hand, such as momentum. In ms. */
const BY_HAND_MS = 1_000;
/** Inputs with which a person may scroll. All other scrolling, such as after Back or a press, does not count as reading. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
const SCROLL_KEY = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End|Tab|[ jk])$/;

/**
 * Notes the topmost row on the screen whenever a person has scrolled, even if the person leaves the page before the scrolling
 * ends. `rowOf` returns the id of a row's element.
 */
export function useReadingPosition(
  list: MarkedList,
  selector: string,
  rowOf: (row: HTMLElement) => string | undefined,
): void {
  const find = useEffectEvent(() => topmostRow(selector));
  const note = useEffectEvent((row: HTMLElement) => {
    const id = rowOf(row);
    if (id) noteMarker(list, id);
  });
  useEffect(() => {
    let byHandAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    // Found while scrolling: when the page is left, its rows may have gone before.
    let row: HTMLElement | undefined;
    const noteNow = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      if (row) note(row);
      row = undefined;
    };
    const noteHidden = () => document.hidden && noteNow();
    const byHand = (event: Event) => {
      if (isScrollInput(event)) byHandAt = event.timeStamp;
    };
    const scrolled = ({ timeStamp }: Event) => {
      if (timeStamp - byHandAt > BY_HAND_MS) return;
      byHandAt = timeStamp;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (row = find() ?? row));
      timer = setTimeout(() => {
        row = find();
        noteNow();
      }, AT_REST_MS);
    };
    for (const input of inputs) addEventListener(input, byHand, { passive: true, capture: true });
    addEventListener('scroll', scrolled, { passive: true });
    // In the capture phase, so that `markers.ts` sends the position in the same event.
    addEventListener('pagehide', noteNow, { capture: true });
    addEventListener('visibilitychange', noteHidden, { capture: true });
    return () => {
      noteNow();
      removeEventListener('pagehide', noteNow, { capture: true });
      removeEventListener('visibilitychange', noteHidden, { capture: true });
      for (const input of inputs) removeEventListener(input, byHand, { capture: true });
      removeEventListener('scroll', scrolled);
    };
  }, []);
}

function isScrollInput(event: Event): boolean {
  if (event instanceof KeyboardEvent) return SCROLL_KEY.test(event.key) && !isTextBox(event.target);
  // A press scrolls on the scrollbar, or with the middle button.
  if (event instanceof MouseEvent && event.type === 'pointerdown')
    return event.target === document.documentElement || event.button === 1;
  return true;
}

const isTextBox = (target: EventTarget | null) =>
  target instanceof Element && target.matches('textarea, input, select, [contenteditable]');

/** The topmost row below the bars. */
export function topmostRow(selector: string): HTMLElement | undefined {
  const top = topBarsHeight() + READ_PX;
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (row) => row.getBoundingClientRect().bottom > top,
  );
}
