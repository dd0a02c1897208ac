import { useEffect, useState, type RefObject } from 'react';
import { callTiming } from '../call-timing.ts';

/**
 * Whether the controls are shown. They fade 4 s after the last movement, but not while one has the keyboard focus, nor
 * while `isHeld`. They only fade, so that screen readers still find them. A press that shows them again does nothing
 * else.
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
      // A tap also focuses a control, but does not mean that the user navigates by keyboard.
      if (controls.current?.querySelector(':focus-visible')) return;
      isHidden = true;
      setShown(false);
    };
    const showControls = ({ type }: { type?: string } = {}) => {
      if (type === 'pointerdown') isWaking = isHidden;
      clearTimeout(timer);
      isHidden = false;
      setShown(true);
      if (!isHeld) timer = setTimeout(hide, callTiming.controlsHideMs);
    };
    // A finger or a mouse leaves the focus on the pressed control. That must not keep the controls visible.
    const returnFocus = ({ pointerType, target }: PointerEvent) => {
      const isPressed = target instanceof Element && target.closest('button') !== null;
      if (pointerType && isPressed && controls.current?.contains(target)) area.focus();
    };
    // For a tap, these events follow after the finger lifts, when the controls are visible again.
    const swallow = (event: MouseEvent) => {
      const { target, type, detail } = event;
      const isOfPress = isWaking && detail > 0;
      if (type === 'click') isWaking = false;
      if (!isOfPress || !(target instanceof Node && controls.current?.contains(target))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const names = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout'] as const;
    for (const name of names) area.addEventListener(name, showControls);
    area.addEventListener('pointerup', returnFocus);
    for (const name of ['mousedown', 'click'] as const)
      area.addEventListener(name, swallow, { capture: true });
    showControls();
    return () => {
      clearTimeout(timer);
      for (const name of names) area.removeEventListener(name, showControls);
      area.removeEventListener('pointerup', returnFocus);
      for (const name of ['mousedown', 'click'] as const)
        area.removeEventListener(name, swallow, { capture: true });
    };
  }, [screen, controls, isHeld]);
  return isShown;
}
