import type { Context } from '../context.ts';

/** Milliseconds for which a list is taken as it is. */
const FRESH = 60_000;

/** A list that is the same for everybody, read once a minute for all who ask. */
export class SharedList<Item> {
  readonly #read: (ctx: Context) => Promise<Item[]>;
  #items: Promise<readonly Item[]> | null = null;
  #readAt = 0;

  constructor(read: (ctx: Context) => Promise<Item[]>) {
    this.#read = read;
  }

  async all(ctx: Context): Promise<readonly Item[]> {
    if (this.#items && Date.now() - this.#readAt < FRESH) return this.#items;
    this.#readAt = Date.now();
    const items = this.#read(ctx);
    this.#items = items;
    // Whoever waits hears of a failure; the next one tries again.
    items.catch(() => this.forget());
    return items;
  }

  forget(): void {
    this.#items = null;
  }
}
