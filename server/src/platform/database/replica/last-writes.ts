import type { RedisClient } from '../../cluster/redis.ts';

/** Milliseconds for which a write is remembered. Nobody reads from a replica that is further behind. */
const WRITE_MEMORY_MS = 60_000;
/** People whose last write one node remembers. */
const MAX_PEOPLE = 100_000;

const keyOf = (userId: string) => `roost:wrote:${userId}`;

/** The time of each person's last write, by the primary's clock. With Redis, all nodes share it. */
export class LastWrites {
  readonly #redis: RedisClient | null;
  readonly #here = new Map<string, number>();

  constructor(redis: RedisClient | null) {
    this.#redis = redis;
  }

  /** Callers await this before they answer the write. */
  async note(userId: string, moment: number): Promise<void> {
    // The newest entry comes last, so the oldest is removed first.
    this.#here.delete(userId);
    this.#here.set(userId, moment);
    if (this.#here.size > MAX_PEOPLE) this.#here.delete(this.#here.keys().next().value ?? '');
    await this.#redis?.set(keyOf(userId), String(moment), 'PX', WRITE_MEMORY_MS).catch(() => {});
  }

  /** Returns 0 without a known write. Returns infinity if Redis does not answer, because other nodes may know one. */
  async of(userId: string): Promise<number> {
    const here = this.#here.get(userId) ?? 0;
    if (!this.#redis) return here;
    try {
      return Math.max(here, Number((await this.#redis.get(keyOf(userId))) ?? 0));
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
}
