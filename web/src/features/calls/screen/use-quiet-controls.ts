import { useEffect, useState, type RefObject } from 'react';
import { callTiming } from '../../../lib/constants.ts';

/**
 * Whether the controls are shown: gone 4 s after the last movement (spec §9), but not while one of them has the focus,
 * nor while `isHeld`. They only ever fade, and so stay where a screen reader finds them; a press that brings them back
 * does nothing else, whatever it lands on.
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
    let isHidden = false;
    let isWaking = false;
    const hide = () => {
      if (controls.current?.contains(document.activeElement)) return;
      isHidden = true;
      setShown(false);
    };
    const stir = ({ type }: { type?: string } = {}) => {
      if (type === 'pointerdown') isWaking = isHidden;
      clearTimeout(timer);
      isHidden = false;
      setShown(true);
      if (!isHeld) timer = setTimeout(hide, callTiming.controlsHideMs);
    };
    // A finger or a mouse leaves the focus behind where it pressed: that keeps nobody company.
    const letGo = ({ pointerType, target }: PointerEvent) => {
      const isPressed = target instanceof Element && target.closest('button') !== null;
      if (pointerType && isPressed && controls.current?.contains(target)) area.focus();
    };
    // Of a tap these come once the finger has gone, by when the controls are there to be hit.
    const swallow = (event: MouseEvent) => {
      const { target, type, detail } = event;
      const isOfPress = isWaking && detail > 0;
      if (type === 'click') isWaking = false;
      if (!isOfPress || !(target instanceof Node && controls.current?.contains(target))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const names = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout'] as const;
    for (const name of names) area.addEventListener(name, stir);
    area.addEventListener('pointerup', letGo);
    for (const name of ['mousedown', 'click'] as const)
      area.addEventListener(name, swallow, { capture: true });
    stir();
    return () => {
      clearTimeout(timer);
      for (const name of names) area.removeEventListener(name, stir);
      area.removeEventListener('pointerup', letGo);
      for (const name of ['mousedown', 'click'] as const)
        area.removeEventListener(name, swallow, { capture: true });
    };
  }, [screen, controls, isHeld]);
  return isShown;
}
