/** Works on the items, so many at a time. Stops at the first error, and throws it after the others have ended. */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  // Two callers of an async generator's `next` wait for each other, so each item comes once.
  const one = async () => {
    while (!failure) {
      try {
        const { done, value } = await iterator.next();
        if (done) return;
        await work(value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  if (failure) throw failure.error;
}
