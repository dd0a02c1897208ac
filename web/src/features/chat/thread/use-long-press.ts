import { useRef, type PointerEvent } from 'react';

const LONG_MS = 500;
/** px a finger may move; beyond it is scrolling. */
const STILL = 8;

/** Handlers for a finger that rests on something; what a lifted finger would then press is kept from it. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      isLong.current = false;
      if (pointerType !== 'touch') return;
      start.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        isLong.current = true;
        onLongPress();
      }, LONG_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu(event: { preventDefault: () => void }) {
      // The system's own menu comes by the same press; with a mouse it is wanted.
      if (isLong.current) event.preventDefault();
    },
  };
}
