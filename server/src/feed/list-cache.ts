import type { Context } from '../kernel/context.ts';
import { SingleFlight } from '../lib/single-flight.ts';
import { inBackground } from '../platform/database/in-background.ts';

/** How long a list is used before it is read again. */
const TTL_MS = 60_000;

/** Caches a list that is the same for everybody. Requests at the same time share one read, so it belongs to none of them. */
export class ListCache<Item> {
  readonly #read: (ctx: Context) => Promise<Item[]>;
  readonly #lists = new SingleFlight<readonly Item[]>({ lifetimeMs: TTL_MS });

  constructor(read: (ctx: Context) => Promise<Item[]>) {
    this.#read = read;
  }

  async all(ctx: Context): Promise<readonly Item[]> {
    return this.#lists.run('all', async () => this.#read(inBackground(ctx)));
  }

  forget(): void {
    this.#lists.forget('all');
  }
}
