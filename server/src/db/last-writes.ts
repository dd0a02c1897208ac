import type { RedisClient } from '../redis.ts';

/** Milliseconds a write is remembered; a replica further behind than that is not read from. */
const REMEMBERED = 60_000;
/** People whose last write one node remembers. */
const MOST = 100_000;

const keyOf = (userId: string) => `roost:wrote:${userId}`;

/** When each person last changed something, by the primary's clock: where all nodes see it, if they meet in Redis. */
export class LastWrites {
  readonly #redis: RedisClient | null;
  readonly #here = new Map<string, number>();

  constructor(redis: RedisClient | null) {
    this.#redis = redis;
  }

  /** To be awaited before the change is answered. */
  async note(userId: string, moment: number): Promise<void> {
    // The newest last, so that the oldest are forgotten first.
    this.#here.delete(userId);
    this.#here.set(userId, moment);
    if (this.#here.size > MOST) this.#here.delete(this.#here.keys().next().value ?? '');
    await this.#redis?.set(keyOf(userId), String(moment), 'PX', REMEMBERED).catch(() => {});
  }

  /** 0 where nothing is known of; infinity where other nodes may know, and can't be asked. */
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
