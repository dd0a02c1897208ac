/** How much of the grid, two by two, a tile takes. */
export type Span = 'whole' | 'half' | 'quarter';

export interface GridLayout {
  /** Width to height of the whole. */
  ratio: number;
  /** Of those that are shown, in their order. */
  spans: Span[];
  /** How many more there are than are shown. */
  more: number;
}

interface Shape {
  width: number;
  height: number;
}

const TALLEST = 4 / 5;
const WIDEST = 16 / 9;
const MOST_SHOWN = 4;

/** One in its own shape, within bounds; two side by side; three as one and two; more two by two. */
export function gridLayout(media: readonly Shape[]): GridLayout {
  const more = Math.max(0, media.length - MOST_SHOWN);
  if (media.length === 1) return { ratio: heldRatio(media[0]!), spans: ['whole'], more };
  if (media.length === 2) return { ratio: WIDEST, spans: ['half', 'half'], more };
  if (media.length === 3) return { ratio: WIDEST, spans: ['half', 'quarter', 'quarter'], more };
  return { ratio: WIDEST, spans: Array.from({ length: MOST_SHOWN }, () => 'quarter'), more };
}

function heldRatio(shape: Shape): number {
  return Math.min(WIDEST, Math.max(TALLEST, ratioOf(shape)));
}

export function ratioOf({ width, height }: Shape): number {
  return width > 0 && height > 0 ? width / height : 1;
}

/**
 * How wide the picture is drawn, as a share of the grid: wider than its tile where it is cropped to fill
 * it, so that the file chosen is sharp enough.
 */
export function drawnShare(span: Span, gridRatio: number, shape: Shape): number {
  const share = span === 'whole' ? 1 : 0.5;
  const tileRatio = span === 'half' ? gridRatio / 2 : gridRatio;
  return share * Math.max(1, ratioOf(shape) / tileRatio);
}
