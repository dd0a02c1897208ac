import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { HOVER_CARD_AFTER_MS, HOVER_CARD_LINGERS_MS } from './hover-card-delay.ts';

/**
 * A card that opens after the pointer or the focus has rested on its anchor. It closes shortly after both have left.
 * Render the card inside the anchor. Then moving into the card does not leave the anchor, and Tab reaches it.
 */
export function useAnchoredHoverCard() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const holds = useRef({ pointer: false, focus: false });
  useEffect(() => () => clearTimeout(timer.current), []);

  function hold(by: 'pointer' | 'focus', isHeld: boolean) {
    holds.current[by] = isHeld;
    const next = holds.current.pointer || holds.current.focus;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setOpen(next),
      next ? HOVER_CARD_AFTER_MS : HOVER_CARD_LINGERS_MS,
    );
  }

  /** The card opens again only after the pointer or the focus has left and returned. */
  function close() {
    holds.current = { pointer: false, focus: false };
    clearTimeout(timer.current);
    setOpen(false);
  }

  return {
    isOpen,
    close,
    anchorProps: {
      // A finger cannot hover.
      onPointerEnter: (event: PointerEvent) =>
        event.pointerType === 'mouse' && hold('pointer', true),
      onPointerLeave: (event: PointerEvent) =>
        event.pointerType === 'mouse' && hold('pointer', false),
      onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        if (target.matches(':focus-visible')) hold('focus', true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        if (holds.current.focus) hold('focus', false);
      },
      onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
        if (key !== 'Escape' || !isOpen) return;
        close();
        // The card may contain the focused element, so the focus moves to the link of the anchor.
        const first = currentTarget.querySelector<HTMLElement>('a, button');
        if (
          first &&
          !first.matches(':focus') &&
          target instanceof Element &&
          target.closest('[role=group]')
        )
          first.focus();
      },
    },
  };
}
