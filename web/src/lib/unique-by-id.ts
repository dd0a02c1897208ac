/** The rows without those that came before: one that moved between two pages, or was put in by hand, comes twice. */
export function uniqueById<Row extends { _id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
