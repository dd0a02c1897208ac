/** A position among the first rows on the screen needs no offer. */
const NEAR_ROWS = 2;

/** The id of the row at the position, or of the next older one if that row is gone. Ids are ordered by time, the newest first. */
export function rowAtMarker(ids: readonly string[], marker: string): string | undefined {
  return ids[indexAtMarker(ids, marker)];
}

/** Whether the position is on the screen, or was above the list before it changed. `topmost` is the id of the topmost row there. */
export function isMarkerNear(
  ids: readonly string[],
  marker: string,
  topmost: string | undefined,
): boolean {
  const at = indexAtMarker(ids, marker);
  const shown = Math.max(
    0,
    ids.findIndex((id) => id === topmost),
  );
  return at >= 0 && Math.abs(at - shown) <= NEAR_ROWS;
}

const indexAtMarker = (ids: readonly string[], marker: string) =>
  ids.findIndex((id) => id <= marker);
