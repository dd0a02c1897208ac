import { useLayoutEffect, type RefObject } from 'react';
import { visiblePart } from './visible-part.ts';

/** Sets the visible part of the window on an element, as `--seen-top` and `--seen-bottom`. Unknown edges are not set. */
export function useVisiblePart(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    const style = element.current?.style;
    if (!view || !style) return undefined;
    const update = () => {
      const seen = visiblePart(view);
      for (const edge of ['top', 'bottom'] as const) {
        if (seen) style.setProperty(`--seen-${edge}`, `${seen[edge]}px`);
        else style.removeProperty(`--seen-${edge}`);
      }
    };
    update();
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    return () => {
      view.removeEventListener('resize', update);
      view.removeEventListener('scroll', update);
    };
  }, [element]);
}
