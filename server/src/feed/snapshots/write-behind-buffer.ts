import type { Context } from '../../kernel/context.ts';
import { Batcher } from '../../lib/batcher.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import { packFingerprints } from '../packed-ids.ts';
import type { FeedSnapshot } from './feed-snapshot.ts';
import { upsertReaders, upsertSnapshots } from './snapshot.queries.ts';

const FLUSH_DELAY_MS = 1_000;
/** The most readers, and the most snapshots, in the buffer. It drops more of them while the database is away. */
const MAX_BUFFERED_ROWS = 5_000;
const ROWS_PER_STATEMENT = 100;

interface BufferedReader {
  /** Fingerprints of the posts that the reader saw. */
  seen: number[];
  lookBackMs: number | null;
}

interface Buffered {
  /** By reader and tab. */
  snapshots: Map<string, FeedSnapshot>;
  /** By reader. */
  readers: Map<string, BufferedReader>;
}

/**
 * Buffers snapshots and seen posts, and writes them in batches a second later. So no page waits for a write. A crash may lose
 * the last second.
 */
export class WriteBehindBuffer {
  readonly #batcher = new Batcher({
    empty: (): Buffered => ({ snapshots: new Map(), readers: new Map() }),
    run: async (buffered, ctx: Context) => this.#write(inBackground(ctx), buffered),
    delayMs: FLUSH_DELAY_MS,
    isSerial: true,
  });
  /** The readers of the flush in progress. The database may not have them yet. */
  #flushing: ReadonlyMap<string, BufferedReader> = new Map();

  addSnapshot(ctx: Context, snapshot: FeedSnapshot, lookBackMs: number | null): void {
    const { snapshots, readers } = this.#batcher.collect(ctx).batch;
    const key = `${snapshot.userId} ${snapshot.tab}`;
    snapshots.delete(key);
    if (snapshots.size < MAX_BUFFERED_ROWS) snapshots.set(key, snapshot);
    const reader = readerOf(readers, snapshot.userId);
    reader.lookBackMs = lookBackMs ?? reader.lookBackMs;
  }

  addSeen(ctx: Context, userId: string, fingerprints: readonly number[]): void {
    const { readers } = this.#batcher.collect(ctx).batch;
    readerOf(readers, userId).seen.push(...fingerprints);
  }

  /** Fingerprints of the posts that a person saw and that the database may not have yet. */
  seenBy(userId: string): readonly number[] {
    const flushing = this.#flushing.get(userId)?.seen ?? [];
    return [...flushing, ...(this.#batcher.openBatch?.readers.get(userId)?.seen ?? [])];
  }

  /** Writes the buffer, and waits for a flush in progress. */
  async flush(): Promise<void> {
    await this.#batcher.flush();
  }

  async #write(ctx: Context, { snapshots, readers }: Buffered): Promise<void> {
    this.#flushing = readers;
    try {
      for (const batch of batchesOf([...snapshots.values()])) await upsertSnapshots(ctx, batch);
      for (const batch of batchesOf([...readers]))
        await upsertReaders(
          ctx,
          batch.map(([userId, { seen, lookBackMs }]) => ({
            userId,
            lookBackMs,
            seen: packFingerprints(seen),
          })),
        );
    } catch (error) {
      // The feed works without these rows. The cache of this process still has the snapshots.
      ctx.log.warn({ err: error }, 'feed snapshots not stored');
    } finally {
      this.#flushing = new Map();
    }
  }
}

/** Finds a reader in the buffer, or adds one. A full buffer drops what the new reader gets. */
function readerOf(readers: Map<string, BufferedReader>, userId: string): BufferedReader {
  let reader = readers.get(userId);
  if (!reader) {
    reader = { seen: [], lookBackMs: null };
    if (readers.size < MAX_BUFFERED_ROWS) readers.set(userId, reader);
  }
  return reader;
}

function* batchesOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    yield rows.slice(at, at + ROWS_PER_STATEMENT);
}
