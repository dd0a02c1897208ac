/** Bounds the time for which one statement holds its locks. */
const ROWS_PER_BATCH = 5_000;

/**
 * Repeats a change of at most `limit` rows until no rows are left. Returns whether it changed any. `limit` is a constant, so
 * statements contain it (`sql.lit`). A plan that does not know it expects a tenth of all rows.
 */
export async function inBatches(change: (limit: number) => Promise<number>): Promise<boolean> {
  let all = 0;
  for (let changed = ROWS_PER_BATCH; changed === ROWS_PER_BATCH;) {
    changed = await change(ROWS_PER_BATCH);
    all += changed;
  }
  return all > 0;
}
