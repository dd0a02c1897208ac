import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';

interface FloatingActionButtonProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  className?: string;
}

/** Between the button and the controls that it avoids. */
const GAP_PX = 4;
/** Higher up the button would stand in the middle of what a person reads. */
const MAX_MOVE_UP_PX = 120;
const PAGE_HEADER_HEIGHT_PX = 52;
/** Width and height of the button in the header: the least that a finger needs. */
const MIN_TOUCH_SIZE_PX = 44;
/** The button may cover taller controls, such as pictures, because people can press beside it. */
const MAX_AVOIDED_HEIGHT_PX = 96;

/**
 * The floating action button of a page, on phones only. It hides while a person scrolls down, and rests where it covers no
 * control. It also hides while a person writes in a composer.
 */
export function FloatingActionButton({
  label,
  icon,
  onPress,
  className,
}: FloatingActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (button.current ? keepClear(button.current) : undefined), []);
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      data-post-button
      onClick={onPress}
      className={clsx(
        'fixed end-4 bottom-[calc(var(--bottom-bar)+1rem)] z-30 flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-float transition-[opacity,visibility] duration-(--in) active:bg-accent-hover md:hidden [:root:has(main_[data-composer]:focus-within)_&]:hidden [:root[data-top-bar=hidden]_&]:invisible [:root[data-top-bar=hidden]_&]:opacity-0',
        className,
      )}
    >
      {icon}
    </button>
  );
}

/** Moves the button to a free place after each scroll or resize of the page. */
function keepClear(button: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = () => {
    const { offsetTop, offsetHeight } = button;
    // Wide screens and some pages do not show the button.
    if (offsetHeight === 0) return;
    const top = freeTop(button);
    if (top !== undefined) return move(button, `${top - offsetTop}px`, 1);
    // The header stands below the offline bar and the phone's own bar.
    const inHead = (PAGE_HEADER_HEIGHT_PX - offsetHeight) / 2 - offsetTop;
    move(
      button,
      `calc(var(--offline-bar) + env(safe-area-inset-top) + ${inHead}px)`,
      MIN_TOUCH_SIZE_PX / offsetHeight,
    );
    if (!isOverNothing(button)) move(button, '0px', 1);
  };
  const placeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(place, 100);
  };
  const page = new ResizeObserver(placeSoon);
  page.observe(document.body);
  addEventListener('scroll', placeSoon, { passive: true });
  placeSoon();
  return () => {
    clearTimeout(timer);
    page.disconnect();
    removeEventListener('scroll', placeSoon);
  };
}

function move(button: HTMLElement, down: string, scale: number): void {
  button.style.translate = `0 ${down}`;
  button.style.scale = String(scale);
}

/** The nearest place, upwards, where the button covers no control. Short rows leave none. */
function freeTop(button: HTMLElement): number | undefined {
  const { offsetTop, offsetHeight, offsetLeft, offsetWidth } = button;
  const under = [...document.querySelectorAll('main :is(a, button, input, [role=tab])')]
    .filter((element) => element !== button)
    .flatMap((element) => [...element.getClientRects()])
    .filter(({ left, right }) => right > offsetLeft && left < offsetLeft + offsetWidth)
    .filter(({ height }) => height > 0 && height <= MAX_AVOIDED_HEIGHT_PX)
    .sort((one, other) => other.bottom - one.bottom);
  let top = offsetTop;
  for (const rect of under)
    if (rect.top < top + offsetHeight && rect.bottom > top) top = rect.top - offsetHeight - GAP_PX;
  return offsetTop - top <= MAX_MOVE_UP_PX ? top : undefined;
}

function isOverNothing(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return [0.25, 0.5, 0.75].every((share) => {
    const seen = document
      .elementsFromPoint(left + share * width, top + height / 2)
      .find((element) => !button.contains(element));
    return !seen?.closest('a, button, input, article');
  });
}
