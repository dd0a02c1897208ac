import { useRef, type PointerEvent, type SyntheticEvent } from 'react';

const LONG_PRESS_MS = 500;
/** A finger that moves further than this is scrolling. */
const MAX_MOVE_PX = 8;

/**
 * Returns handlers that detect a long press of a finger. `onLongPress` runs shortly after the finger lifts. Otherwise
 * the click that the browser then sends would close a menu that has just opened.
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
      timer.current = setTimeout(() => (isLong.current = true), LONG_PRESS_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) stop();
    },
    onPointerUp() {
      stop();
      if (isLong.current) setTimeout(onLongPress, 50);
    },
    onPointerCancel: stop,
    onClickCapture: swallow,
    // A long press also opens the system's context menu. With a mouse, that menu stays available.
    onContextMenu: swallow,
  };
}
