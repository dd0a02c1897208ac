/** The part of the two-by-two grid that a tile takes. */
export type Span = 'whole' | 'half' | 'quarter';

export interface GridLayout {
  /** Width divided by height of the whole grid. */
  ratio: number;
  /** The spans of the visible tiles, in order. */
  spans: Span[];
  /** The number of media without a tile. */
  more: number;
}

interface Shape {
  width: number;
  height: number;
}

const MIN_RATIO = 4 / 5;
const MAX_RATIO = 16 / 9;
const MAX_TILES = 4;

/** One item keeps its shape within bounds. Two are side by side. Three are one and two. More are two by two. */
export function gridLayout(media: readonly Shape[]): GridLayout {
  const more = Math.max(0, media.length - MAX_TILES);
  if (media.length === 1) return { ratio: heldRatio(media[0]!), spans: ['whole'], more };
  if (media.length === 2) return { ratio: MAX_RATIO, spans: ['half', 'half'], more };
  if (media.length === 3) return { ratio: MAX_RATIO, spans: ['half', 'quarter', 'quarter'], more };
  return { ratio: MAX_RATIO, spans: Array.from({ length: MAX_TILES }, () => 'quarter'), more };
}

function heldRatio(shape: Shape): number {
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratioOf(shape)));
}

export function ratioOf({ width, height }: Shape): number {
  return width > 0 && height > 0 ? width / height : 1;
}

/**
 * The drawn width of the picture, as a share of the grid. A picture cropped at its sides is wider than its tile. The
 * browser then chooses a sharp enough file.
 */
export function drawnShare(span: Span, gridRatio: number, shape: Shape): number {
  const share = span === 'whole' ? 1 : 0.5;
  const tileRatio = span === 'half' ? gridRatio / 2 : gridRatio;
  return share * Math.max(1, ratioOf(shape) / tileRatio);
}
