import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import type { BoundedQueue } from '../../kernel/ports.ts';
import { Batcher } from '../../lib/batcher.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import {
  deletePages,
  insertPages,
  type ShownPage,
  type SurplusPage,
} from './shown-page.queries.ts';

const BATCH_DELAY_MS = 1_000;
/** It drops more while the database is away. */
const MAX_WAITING_PAGES = 10_000;

interface Batch {
  pages: ShownPage[];
  surplus: SurplusPage[];
}

/**
 * Stores which posts each page has shown, together with other pages, a moment later. In the same way, it deletes surplus pages. A crash may lose the last second. Then later
 * lists show these posts again.
 */
export class ShownPages implements BoundedQueue {
  readonly maxSize = MAX_WAITING_PAGES;
  readonly #batcher = new Batcher({
    empty: (): Batch => ({ pages: [], surplus: [] }),
    run: async (batch, ctx: Context) => write(inBackground(ctx), batch),
    delayMs: BATCH_DELAY_MS,
    isSerial: true,
  });

  get size(): number {
    return this.#batcher.openBatch?.pages.length ?? 0;
  }

  add(ctx: Context, userId: string, postIds: string[]): void {
    const { pages } = this.#batcher.collect(ctx).batch;
    if (pages.length < this.maxSize) pages.push({ userId, pageId: newId(), postIds });
  }

  /** Deletes this page and all older ones of its reader. */
  delete(ctx: Context, page: SurplusPage): void {
    this.#batcher.collect(ctx).batch.surplus.push(page);
  }

  async flush(): Promise<void> {
    await this.#batcher.flush();
  }
}

async function write(ctx: Context, { pages, surplus }: Batch): Promise<void> {
  try {
    if (pages.length > 0) await insertPages(ctx, pages);
    if (surplus.length > 0) await deletePages(ctx, surplus);
  } catch (error) {
    ctx.log.warn({ err: error }, 'shown posts not stored');
  }
}
