const BATCH_ROWS = 5_000;

/** Calls `work` with one batch of rows after the other. */
export async function inBatches<T>(all: T[], work: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH_ROWS)
    await work(all.slice(start, start + BATCH_ROWS));
}
