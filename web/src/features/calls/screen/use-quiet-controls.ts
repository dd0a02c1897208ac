import { useEffect, useState, type RefObject } from 'react';
import { callTiming } from '../../../lib/constants.ts';

/**
 * Whether the controls are shown: gone 4 s after the last movement (spec §9), but not while one of them has the focus,
 * nor while `isHeld`. They only ever fade, and so stay where a screen reader finds them.
 */
export function useQuietControls(
  screen: RefObject<HTMLElement | null>,
  controls: RefObject<HTMLElement | null>,
  isHeld: boolean,
): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const area = screen.current;
    if (!area) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const hide = () => {
      if (controls.current?.contains(document.activeElement)) return;
      setShown(false);
    };
    const stir = () => {
      clearTimeout(timer);
      setShown(true);
      if (!isHeld) timer = setTimeout(hide, callTiming.controlsHideMs);
    };
    // A finger or a mouse leaves the focus behind where it pressed: that keeps nobody company.
    const letGo = ({ pointerType, target }: PointerEvent) => {
      const isPressed = target instanceof Element && target.closest('button') !== null;
      if (pointerType && isPressed && controls.current?.contains(target)) area.focus();
    };
    const names = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout'] as const;
    for (const name of names) area.addEventListener(name, stir);
    area.addEventListener('pointerup', letGo);
    stir();
    return () => {
      clearTimeout(timer);
      for (const name of names) area.removeEventListener(name, stir);
      area.removeEventListener('pointerup', letGo);
    };
  }, [screen, controls, isHeld]);
  return isShown;
}
