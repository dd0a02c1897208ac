import { useRef, type PointerEvent, type SyntheticEvent } from 'react';

const LONG_MS = 500;
/** px a finger may move; beyond it is scrolling. */
const STILL = 8;

/**
 * Handlers for a finger that rests on something. It is answered once the finger has left, and so has whatever the
 * browser makes of that: a click beside a menu just opened would close it.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  const swallow = (event: SyntheticEvent) => {
    if (!isLong.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      isLong.current = false;
      if (pointerType !== 'touch') return;
      start.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => (isLong.current = true), LONG_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL) stop();
    },
    onPointerUp() {
      stop();
      if (isLong.current) setTimeout(onLongPress, 50);
    },
    onPointerCancel: stop,
    onClickCapture: swallow,
    // The system's own menu comes by the same press; with a mouse it is wanted.
    onContextMenu: swallow,
  };
}
