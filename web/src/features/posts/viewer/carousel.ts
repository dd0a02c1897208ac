/** Where the viewer stands: counted on without end in both directions, so that sliding past the last goes on to the first. */
export function indexAt(position: number, count: number): number {
  return ((position % count) + count) % count;
}

/** The places to draw: the one shown and, so that they are there before they are asked for, its neighbours. */
export function drawnPlaces(position: number, count: number): number[] {
  return count === 1 ? [position] : [position - 1, position, position + 1];
}

/** The place of that index nearest to where one is. */
export function nearest(position: number, index: number, count: number): number {
  return position - indexAt(position, count) + index;
}
