import { useLayoutEffect, type RefObject } from 'react';
import { visiblePart } from './visible-part.ts';

/** Tells an element what of the window is seen, as `--seen-top` and `--seen-bottom`; neither is set where nobody knows. */
export function useVisiblePart(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    const style = element.current?.style;
    if (!view || !style) return undefined;
    const place = () => {
      const seen = visiblePart(view);
      for (const edge of ['top', 'bottom'] as const) {
        if (seen) style.setProperty(`--seen-${edge}`, `${seen[edge]}px`);
        else style.removeProperty(`--seen-${edge}`);
      }
    };
    place();
    view.addEventListener('resize', place);
    view.addEventListener('scroll', place);
    return () => {
      view.removeEventListener('resize', place);
      view.removeEventListener('scroll', place);
    };
  }, [element]);
}
