interface Batcher<Item> {
  add: (item: Item) => void;
  /** Drops the items that wait. */
  cancel: () => void;
}

/** Collects items for `delayMs` after the first one. Then it runs `work` once with all of them. */
export function createBatcher<Item>(delayMs: number, work: (items: Item[]) => void): Batcher<Item> {
  let items: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    items = [];
  };
  const run = () => {
    const collected = items;
    clear();
    work(collected);
  };
  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(run, delayMs);
    },
    cancel: clear,
  };
}
