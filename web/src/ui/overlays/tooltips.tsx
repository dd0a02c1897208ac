import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../states/optional-boundary.tsx';

const DELAY_MS = 500;
/** The tooltip stays for this long after the mouse has left, so that the mouse can reach it (WCAG 1.4.13). In ms. */
const LINGER_MS = 200;

const TooltipPopup = lazyPart(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

/**
 * Shows the text of `data-tooltip` beside an element after the mouse has rested on it, and at once on keyboard focus. It
 * listens on the document, so the buttons of long lists need no extra code. Base UI loads with the first tooltip.
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shown = useRef<HTMLElement>(undefined);
  const [show] = useState(() => (next: HTMLElement | undefined) => {
    shown.current = next;
    setAnchor(next);
  });
  useEffect(() => watch(() => shown.current, show), [show]);
  if (!anchor) return null;
  return (
    <OptionalBoundary>
      <TooltipPopup anchor={anchor} onClose={() => show(undefined)} />
    </OptionalBoundary>
  );
}

/** Tells `show` which element has a tooltip now. `shown` returns it. Returns a function that stops this. */
function watch(
  shown: () => HTMLElement | undefined,
  show: (anchor: HTMLElement | undefined) => void,
): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underMouse: HTMLElement | undefined;
  const hide = () => {
    clearTimeout(timer);
    show(undefined);
  };
  const rest = (anchor: HTMLElement | undefined) => {
    if (anchor === underMouse) return;
    underMouse = anchor;
    clearTimeout(timer);
    if (anchor === shown()) return;
    if (!anchor) {
      // With the focus on its element, the tooltip does not depend on the mouse.
      timer = setTimeout(() => shown()?.matches(':focus-visible') || hide(), LINGER_MS);
      return;
    }
    hide();
    TooltipPopup.preload();
    timer = setTimeout(() => show(anchor), DELAY_MS);
  };
  const options = { signal: stopped.signal, capture: true, passive: true };
  document.addEventListener(
    'pointerover',
    ({ pointerType, target }) =>
      pointerType === 'mouse' && rest(isInPopup(target) ? shown() : anchorOf(target)),
    options,
  );
  document.documentElement.addEventListener('pointerleave', () => rest(undefined), {
    signal: stopped.signal,
  });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const anchor = anchorOf(target);
      if (anchor?.matches(':focus-visible')) show(anchor);
    },
    options,
  );
  document.addEventListener('focusout', ({ target }) => anchorOf(target) && hide(), options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

const isInPopup = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-tooltip-popup]') !== null;

function anchorOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip]') ?? undefined;
}
