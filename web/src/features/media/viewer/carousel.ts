/**
 * The index of a carousel position. Positions are unbounded in both directions, so a slide past the last reaches the
 * first.
 */
export function indexAt(position: number, count: number): number {
  return ((position % count) + count) % count;
}

/** The positions to render: the current one and its neighbours, which load ahead. */
export function renderedPositions(position: number, count: number): number[] {
  return count === 1 ? [position] : [position - 1, position, position + 1];
}

/** The position of an index that is nearest to the current position. */
export function nearest(position: number, index: number, count: number): number {
  return position - indexAt(position, count) + index;
}
