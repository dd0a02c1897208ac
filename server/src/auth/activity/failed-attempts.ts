import type { Context } from '../../kernel/context.ts';
import type { BoundedQueue } from '../../kernel/ports.ts';
import { Batcher } from '../../lib/batcher.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import { insertActivity, trimActivity, type Activity } from './activity.queries.ts';

const BATCH_DELAY_MS = 1_000;
/** It drops more while the database is away. */
const MAX_WAITING_ENTRIES = 2_000;

/**
 * Stores failed attempts a moment after their answers. So an answer takes the same time whether the account exists or not. A
 * crash may lose the last second.
 */
export class FailedAttempts implements BoundedQueue {
  readonly maxSize = MAX_WAITING_ENTRIES;
  readonly #batcher = new Batcher({
    empty: (): Activity[] => [],
    run: async (entries, ctx: Context) => write(inBackground(ctx), entries),
    delayMs: BATCH_DELAY_MS,
    isSerial: true,
  });

  get size(): number {
    return this.#batcher.openBatch?.length ?? 0;
  }

  add(ctx: Context, attempt: Pick<Activity, 'userId' | 'what' | 'client'>): void {
    const { batch } = this.#batcher.collect(ctx);
    const entry = { ...attempt, isFailure: true, at: new Date(wallClock()) };
    if (batch.length < this.maxSize) batch.push(entry);
  }

  async flush(): Promise<void> {
    await this.#batcher.flush();
  }
}

async function write(ctx: Context, entries: Activity[]): Promise<void> {
  try {
    await insertActivity(ctx, entries);
    for (const userId of new Set(entries.map((entry) => entry.userId)))
      await trimActivity(ctx, userId, true);
  } catch (error) {
    ctx.log.warn({ err: error }, 'failed attempts not stored');
  }
}

declare module '../../kernel/context.ts' {
  interface Context {
    readonly failedAttempts: FailedAttempts;
  }
}
