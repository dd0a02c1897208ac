const BATCH = 5_000;

/** Rows per statement. */
export async function inBatches<T>(all: T[], work: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH)
    await work(all.slice(start, start + BATCH));
}
