/** The indicator's distance, in px, from which a release refreshes. */
export const REFRESH_AT_PX = 64;
/** The indicator moves this fraction of the finger's distance, up to a maximum in px. */
const RESISTANCE = 0.5;
const MAX_PULL_PX = 96;
/** Until the finger has moved this many px, its direction is unknown. */
const DIRECTION_SLOP_PX = 8;

interface Listeners {
  /** The indicator's distance, in px. */
  onMove: (distance: number) => void;
  /** The finger has left the screen at this distance, in px. */
  onEnd: (distance: number) => void;
}

/** Follows a finger that pulls the page down at its top. Returns the function that stops this. */
export function trackPullGesture(page: HTMLElement, { onMove, onEnd }: Listeners): () => void {
  let start: { x: number; y: number } | undefined;
  let isPulling = false;
  let distance = 0;

  const begin = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    if (touch && touches.length === 1 && scrollY <= 0)
      start = { x: touch.clientX, y: touch.clientY };
    else stop();
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (!isPulling && Math.hypot(x, y) < DIRECTION_SLOP_PX) return;
    if (!isPulling && (y <= Math.abs(x) || scrollY > 0)) {
      // The finger moves sideways, or scrolls down the page.
      start = undefined;
      return;
    }
    isPulling = true;
    if (event.cancelable) event.preventDefault();
    distance = Math.max(0, Math.min(MAX_PULL_PX, y * RESISTANCE));
    onMove(distance);
  };
  const stop = () => {
    start = undefined;
    if (isPulling) onEnd(distance);
    isPulling = false;
  };
  const cancel = () => {
    distance = 0;
    stop();
  };

  page.addEventListener('touchstart', begin, { passive: true });
  // Only at the top: elsewhere this listener would delay scrolling.
  const listen = () => {
    page.removeEventListener('touchmove', move);
    if (scrollY <= 0) page.addEventListener('touchmove', move, { passive: false });
  };
  listen();
  addEventListener('scroll', listen, { passive: true });
  page.addEventListener('touchend', stop);
  page.addEventListener('touchcancel', cancel);
  return () => {
    removeEventListener('scroll', listen);
    page.removeEventListener('touchstart', begin);
    page.removeEventListener('touchmove', move);
    page.removeEventListener('touchend', stop);
    page.removeEventListener('touchcancel', cancel);
  };
}
