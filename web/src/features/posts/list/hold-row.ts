import { topBarsHeight } from '../../../lib/page/bars.ts';

/** Where somebody reads: a row that the lower edge of the bars crosses, or the first row below them. */
interface HeldRow {
  anchor: string;
  /** In px, from the top of the window to the top of the row. */
  top: number;
  /** The part of the row's height that is above the edge of the bars. */
  share: number;
  /** The width of the window in px. */
  width: number;
}

/** At a new width, the virtualizer measures the rows for some frames. */
const SETTLE_FRAMES = 30;
/** Input of a person. After it, the list may stand elsewhere. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Holds the row that somebody reads while the width of the window changes, for example when they turn a phone. At the former
 * width, its position is exact to the pixel, until the person scrolls. `showRow` renders a row that is out of sight. Returns the
 * function for leaving the list.
 */
export function holdRow(
  box: HTMLElement,
  showRow: (anchor: string, top: number) => void,
): () => void {
  let width = windowWidth();
  let held: HeldRow | undefined;
  let isHolding = false;
  let frame = 0;
  const note = () => {
    // A new width moves the rows before the window says so.
    if (width === windowWidth()) held = rowAtBars(box, width);
  };
  const noteSoon = () => {
    if (isHolding) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(note);
  };
  const release = () => {
    isHolding = false;
  };
  const align = (frames: number) => {
    if (!isHolding || !held) return;
    const row = box.querySelector(`[data-post="${CSS.escape(held.anchor)}"]`);
    if (row) moveTo(held, row);
    else showRow(held.anchor, held.top);
    if (frames > 0) frame = requestAnimationFrame(() => align(frames - 1));
  };
  const hold = () => {
    if (width === windowWidth()) return;
    width = windowWidth();
    isHolding = true;
    cancelAnimationFrame(frame);
    align(SETTLE_FRAMES);
  };
  noteSoon();
  addEventListener('scroll', noteSoon, { passive: true });
  addEventListener('resize', hold);
  for (const input of inputs) addEventListener(input, release, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', noteSoon);
    removeEventListener('resize', hold);
    for (const input of inputs) removeEventListener(input, release);
  };
}

/** Unlike `innerWidth`, it does not change when somebody zooms with two fingers. */
const windowWidth = () => document.documentElement.clientWidth;

/** Undefined at the top of the page, where the list has not been scrolled. */
function rowAtBars(box: HTMLElement, width: number): HeldRow | undefined {
  const edge = topBarsHeight();
  if (box.getBoundingClientRect().top >= edge) return undefined;
  const rows = [...box.querySelectorAll<HTMLElement>('[data-post]')];
  const row = rows.find((each) => each.getBoundingClientRect().bottom > edge);
  const anchor = row?.dataset['post'];
  if (!row || anchor === undefined) return undefined;
  const { top, height } = row.getBoundingClientRect();
  return { anchor, top, share: (edge - top) / height, width };
}

function moveTo({ top, share, width }: HeldRow, row: Element): void {
  const box = row.getBoundingClientRect();
  const wanted = width === windowWidth() ? top : topBarsHeight() - share * box.height;
  if (Math.abs(box.top - wanted) >= 1) window.scrollBy(0, box.top - wanted);
}
