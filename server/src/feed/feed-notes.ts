import type { Context } from '../context.ts';
import { upsertReaders, upsertVisits } from './note.queries.ts';
import type { Visit } from './visits.ts';

/** Milliseconds that what is to be kept of visits waits, so that many go together. */
const WAIT = 1_000;
/** Should the database be away, no more than these are remembered. */
const MOST = 5_000;
const AT_ONCE = 100;

interface Reading {
  seen: number[];
  reach: number | null;
}

/**
 * What is kept of visits, written a moment later and together: no page waits for it. A crash may lose the last second.
 */
export class FeedNotes {
  #visits = new Map<string, Visit>();
  #readings = new Map<string, Reading>();
  /** Being written just now, and thus neither here nor surely there. */
  #writing: ReadonlyMap<string, Reading> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  addVisit(ctx: Context, visit: Visit, reach: number | null): void {
    const key = `${visit.userId} ${visit.tab}`;
    this.#visits.delete(key);
    if (this.#visits.size < MOST) this.#visits.set(key, visit);
    const reading = this.#readingOf(visit.userId);
    reading.reach = reach ?? reading.reach;
    this.#wait(ctx);
  }

  addSeen(ctx: Context, userId: string, marks: readonly number[]): void {
    this.#readingOf(userId).seen.push(...marks);
    this.#wait(ctx);
  }

  /** What somebody saw that may not be in the database yet. */
  seenBy(userId: string): readonly number[] {
    const written = this.#writing.get(userId)?.seen ?? [];
    return [...written, ...(this.#readings.get(userId)?.seen ?? [])];
  }

  /** Writes down what there is, and waits for what is being written. */
  async flush(ctx: Context): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(async () => this.#write(ctx));
    await this.#work;
  }

  #readingOf(userId: string): Reading {
    let reading = this.#readings.get(userId);
    if (!reading) {
      reading = { seen: [], reach: null };
      if (this.#readings.size < MOST) this.#readings.set(userId, reading);
    }
    return reading;
  }

  #wait(ctx: Context): void {
    this.#timer ??= setTimeout(() => void this.flush(ctx), WAIT).unref();
  }

  async #write(ctx: Context): Promise<void> {
    const [visits, readings] = [[...this.#visits.values()], [...this.#readings]];
    this.#writing = this.#readings;
    this.#visits = new Map();
    this.#readings = new Map();
    try {
      for (let at = 0; at < visits.length; at += AT_ONCE)
        await upsertVisits(ctx, visits.slice(at, at + AT_ONCE));
      for (let at = 0; at < readings.length; at += AT_ONCE)
        await upsertReaders(
          ctx,
          readings
            .slice(at, at + AT_ONCE)
            .map(([userId, { seen, reach }]) => ({ userId, reach, seen: packMarks(seen) })),
        );
    } catch (error) {
      // Nothing that can't be done without; the visits under way are in this process.
      ctx.log.warn({ err: error }, 'visits not kept');
    } finally {
      this.#writing = new Map();
    }
  }
}

function packMarks(marks: readonly number[]): Buffer {
  const packed = Buffer.alloc(marks.length * 4);
  marks.forEach((mark, n) => packed.writeUInt32BE(mark, n * 4));
  return packed;
}

export function unpackMarks(packed: Buffer | null): number[] {
  if (!packed) return [];
  return Array.from({ length: Math.floor(packed.length / 4) }, (_, n) =>
    packed.readUInt32BE(n * 4),
  );
}
