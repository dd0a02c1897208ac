import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { createPortal } from 'react-dom';

const DELAY_MS = 500;
const GAP = 8;

interface Handlers {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Shows a name beside its child when the pointer rests or the keyboard arrives. It is for the eye only:
 * the child carries the same words as its accessible name.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement<Handlers> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = children.props;
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const child = cloneElement(children, {
    onPointerEnter(event) {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'mouse') return;
      const target = event.currentTarget;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAnchor(target), DELAY_MS);
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event);
      hide();
    },
    onPointerDown(event) {
      own.onPointerDown?.(event);
      hide();
    },
    onFocus(event) {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget);
    },
    onBlur(event) {
      own.onBlur?.(event);
      hide();
    },
  });

  return (
    <>
      {child}
      {anchor &&
        createPortal(<Bubble label={label} anchor={anchor} onHide={hide} />, document.body)}
    </>
  );
}

function Bubble({
  label,
  anchor,
  onHide,
}: {
  label: string;
  anchor: HTMLElement;
  onHide: () => void;
}) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onHide();
    addEventListener('keydown', onKey);
    addEventListener('scroll', onHide, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', onHide, { capture: true });
    };
  });

  function place(bubble: HTMLElement | null) {
    if (!bubble) return;
    const at = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const below = at.bottom + GAP + height <= innerHeight;
    const left = Math.min(
      Math.max(GAP, at.left + at.width / 2 - width / 2),
      document.documentElement.clientWidth - width - GAP,
    );
    bubble.style.left = `${left}px`;
    bubble.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  }

  return (
    <div
      ref={place}
      aria-hidden
      className="pointer-events-none fixed z-60 max-w-60 animate-appear rounded-xs bg-inverse px-2 py-1 text-meta font-medium text-inverse-text"
    >
      {label}
    </div>
  );
}
