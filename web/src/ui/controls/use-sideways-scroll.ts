import { useEffect, useRef, type RefObject } from 'react';

/** Half pixels are no hidden part. */
const MIN_HIDDEN_PX = 2;

/** The classes of the bar. It fades at an edge that hides more. */
export const sidewaysFade = [
  'before:pointer-events-none before:sticky before:start-0 before:z-1 before:-me-10 before:w-10 before:shrink-0 before:bg-linear-to-r before:from-page before:opacity-0 data-before:before:opacity-100 rtl:before:bg-linear-to-l',
  'after:pointer-events-none after:sticky after:end-0 after:z-1 after:-ms-10 after:w-10 after:shrink-0 after:bg-linear-to-l after:from-page after:opacity-0 data-after:after:opacity-100 rtl:after:bg-linear-to-r',
];

/**
 * For a bar that scrolls sideways if its items do not fit. The wheel scrolls it, and the page only at its end. `data-before` and
 * `data-after` say that more is hidden at this edge. When `chosen` changes, the selected item comes into view.
 */
export function useSidewaysScroll(chosen: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = ref.current;
    if (!bar) return undefined;
    const mark = () => {
      const { before, after } = hiddenParts(bar);
      bar.toggleAttribute('data-before', before > MIN_HIDDEN_PX);
      bar.toggleAttribute('data-after', after > MIN_HIDDEN_PX);
    };
    const turn = (event: WheelEvent) => {
      const { before, after } = hiddenParts(bar);
      const { deltaX, deltaY } = event;
      const isSideways = Math.abs(deltaX) >= Math.abs(deltaY) || event.shiftKey || event.ctrlKey;
      if (isSideways || (deltaY > 0 ? after : before) < MIN_HIDDEN_PX) return;
      event.preventDefault();
      bar.scrollLeft += document.dir === 'rtl' ? -deltaY : deltaY;
    };
    const sizes = new ResizeObserver(mark);
    for (const item of [bar, ...bar.children]) sizes.observe(item);
    bar.addEventListener('scroll', mark, { passive: true });
    // React would register it as passive.
    bar.addEventListener('wheel', turn, { passive: false });
    return () => {
      sizes.disconnect();
      bar.removeEventListener('scroll', mark);
      bar.removeEventListener('wheel', turn);
    };
  }, [chosen]);
  useEffect(() => {
    const bar = ref.current;
    const item = bar?.querySelector<HTMLElement>('[aria-selected=true], [aria-current=page]');
    // `scrollIntoView` would also scroll the page, because the bar is sticky.
    if (bar && item) bar.scrollLeft = item.offsetLeft + (item.offsetWidth - bar.clientWidth) / 2;
  }, [chosen]);
  return ref;
}

/** The widths that are hidden at the start and at the end. From right to left, positions are negative. */
function hiddenParts({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const before = Math.abs(scrollLeft);
  return { before, after: scrollWidth - clientWidth - before };
}
