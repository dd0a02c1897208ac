import { anchorAt, isInCard, type CardAnchor } from './person-anchor.ts';

interface MouseHandlers {
  /** The mouse came to another person. */
  rest: (anchor: CardAnchor) => void;
  enterCard: () => void;
  /** The mouse left the person or the card. */
  leave: () => void;
  /** The person pressed a button of the mouse outside the card, or Escape. */
  dismiss: () => void;
}

/** Reports which person is under the mouse, on the whole page. Returns a function that ends it. */
export function watchMouse({ rest, enterCard, leave, dismiss }: MouseHandlers): () => void {
  /** The anchor or card under the mouse. Undefined outside both. */
  let hovered: HTMLElement | 'card' | undefined;
  const leaveAll = () => {
    hovered = undefined;
    leave();
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons > 0) return;
    if (isInCard(event.target)) {
      hovered = 'card';
      return enterCard();
    }
    const anchor = anchorAt(event);
    if (anchor?.element === hovered) return;
    if (!anchor) return leaveAll();
    hovered = anchor.element;
    rest(anchor);
  };
  const press = (event: Event) => {
    if (!isInCard(event.target)) dismiss();
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') dismiss();
  };
  // After a scroll another row is under the mouse.
  const scroll = () => hovered instanceof HTMLElement && leaveAll();
  document.addEventListener('pointermove', move, { passive: true });
  document.documentElement.addEventListener('pointerleave', leaveAll);
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', escape);
  document.addEventListener('scroll', scroll, { passive: true, capture: true });
  return () => {
    document.removeEventListener('pointermove', move);
    document.documentElement.removeEventListener('pointerleave', leaveAll);
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('keydown', escape);
    document.removeEventListener('scroll', scroll, true);
  };
}
