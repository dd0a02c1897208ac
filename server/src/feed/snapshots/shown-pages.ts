import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { Batcher } from '../../lib/batcher.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import { insertPages, type ShownPage } from './shown-page.queries.ts';

const BATCH_DELAY_MS = 1_000;
/** It drops more while the database is away. */
const MAX_WAITING_PAGES = 10_000;

/**
 * Stores which posts each page has shown, together with other pages, a moment later. A crash may lose the last second. Then later
 * lists show these posts again.
 */
export class ShownPages {
  readonly #batcher = new Batcher({
    empty: (): ShownPage[] => [],
    run: async (pages, ctx: Context) => writePages(inBackground(ctx), pages),
    delayMs: BATCH_DELAY_MS,
    isSerial: true,
  });

  add(ctx: Context, userId: string, postIds: string[]): void {
    const { batch: pages } = this.#batcher.collect(ctx);
    if (pages.length < MAX_WAITING_PAGES) pages.push({ userId, pageId: newId(), postIds });
  }

  async flush(): Promise<void> {
    await this.#batcher.flush();
  }
}

async function writePages(ctx: Context, pages: ShownPage[]): Promise<void> {
  try {
    await insertPages(ctx, pages);
  } catch (error) {
    ctx.log.warn({ err: error }, 'shown posts not stored');
  }
}
