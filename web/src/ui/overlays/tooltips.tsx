import { useEffect, useState } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../states/optional-boundary.tsx';

const DELAY_MS = 500;

const TooltipPopup = lazyPart(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

/**
 * Shows the text of `data-tooltip` beside an element after the mouse has rested on it, and at once on keyboard focus. It
 * listens on the document, so the buttons of long lists need no extra code. Base UI loads with the first tooltip.
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  useEffect(() => watch(setAnchor), []);
  if (!anchor) return null;
  return (
    <OptionalBoundary>
      <TooltipPopup anchor={anchor} onClose={() => setAnchor(undefined)} />
    </OptionalBoundary>
  );
}

/** Tells `show` which element has a tooltip now. Returns a function that stops this. */
function watch(show: (anchor: HTMLElement | undefined) => void): () => void {
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
    hide();
    if (!anchor) return;
    TooltipPopup.preload();
    timer = setTimeout(() => show(anchor), DELAY_MS);
  };
  const options = { signal: stopped.signal, capture: true, passive: true };
  document.addEventListener(
    'pointerover',
    ({ pointerType, target }) => pointerType === 'mouse' && rest(anchorOf(target)),
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

function anchorOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip]') ?? undefined;
}
