/** Removes repeated rows. A row repeats if it moved between two pages or was inserted locally. */
export function uniqueById<Row extends { _id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
