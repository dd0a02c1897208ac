import cluster from 'node:cluster';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '@roost/contract/errors';
import { concurrencyLimits, rateLimits, type LimitName } from '@roost/contract/rate-limits';
import type { Allowance, Limiter as LimiterPort, Metrics } from '../../../kernel/ports.ts';
import type { RedisClient } from '../../cluster/redis.ts';

/** The sender exceeded a budget. The answer's headers show the allowance. */
export class RateLimited extends AppError {
  readonly allowance: Allowance;

  constructor(
    allowance: Allowance,
    message?: string,
    code: 'rate_limited' | 'new_account' = 'rate_limited',
  ) {
    super(code, { retryAfter: allowance.reset, ...(message && { message }) });
    this.allowance = allowance;
  }
}

/** The headers that show a budget (`docs/product/wire.md`). */
export function allowanceHeaders({ limit, remaining, reset }: Allowance): Record<string, number> {
  return { 'RateLimit-Limit': limit, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
}

/** Each process counts these limits itself. They come before any look-up, so they must be fast and wait for nothing. */
const COUNTED_PER_PROCESS: ReadonlySet<LimitName> = new Set([
  'mediaFiles',
  'sessionLookUps',
  'networkLookUps',
  'tokenLookUps',
]);

/**
 * Counts the actions of each person and address. With Redis all nodes share the counts. While Redis is unreachable, each
 * node counts by itself.
 */
export class Limiter implements LimiterPort {
  readonly #enabled: boolean;
  readonly #redis: RedisClient | null;
  readonly #refusals: Metrics['limitRefusals'] | null;
  readonly #stores = new Map<LimitName, RateLimiterAbstract>();
  readonly #held = new Map<string, number>();

  constructor(
    enabled: boolean,
    redis: RedisClient | null = null,
    refusals: Metrics['limitRefusals'] | null = null,
  ) {
    this.#enabled = enabled;
    this.#redis = redis;
    this.#refusals = refusals;
  }

  /** Takes points from the budget of `key`, or throws `rate_limited`. Returns null if limits are off. */
  async take(name: LimitName, key: string, points = 1): Promise<Allowance | null> {
    if (!this.#enabled) return null;
    try {
      return allowance(name, await this.#store(name).consume(key, points));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // A refused request must not count, because `giveBack` may return only what was spent.
      await this.giveBack(name, key, points);
      this.#refusals?.add(name);
      throw new RateLimited({ ...allowance(name, refusal), remaining: 0 });
    }
  }

  /** Like `take`, but returns false instead of an error. For callers that must not reveal the refusal. */
  async allows(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.take(name, key);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Gives points back, and never more than the key has used. For points that a caller took as a precaution. */
  async giveBack(name: LimitName, key: string, points = 1): Promise<void> {
    if (!this.#enabled) return;
    const taken = (await this.#store(name).get(key))?.consumedPoints ?? 0;
    if (taken > 0) await this.#store(name).reward(key, Math.min(points, taken));
  }

  /** Returns the rest of a budget, and takes nothing. Null if limits are off. */
  async remaining(name: LimitName, key: string): Promise<number | null> {
    if (!this.#enabled) return null;
    const taken = (await this.#store(name).get(key))?.consumedPoints ?? 0;
    return Math.max(0, rateLimits[name].points - taken);
  }

  /** Resets a budget. Returns how many points were spent. */
  async clear(name: LimitName, key: string): Promise<number> {
    if (!this.#enabled) return 0;
    const taken = (await this.#store(name).get(key))?.consumedPoints ?? 0;
    await this.#store(name).delete(key);
    return taken;
  }

  /**
   * Takes one of the slots for concurrent actions of this kind, or throws `rate_limited`. The returned function frees the
   * slot.
   */
  hold(name: keyof typeof concurrencyLimits, key: string, message?: string): () => void {
    if (!this.#enabled) return () => {};
    const action = `${name} ${key}`;
    const held = this.#held.get(action) ?? 0;
    const limit = concurrencyLimits[name];
    if (held >= limit) {
      this.#refusals?.add(name);
      throw new RateLimited({ limit, remaining: 0, reset: 2 }, message);
    }
    this.#held.set(action, held + 1);
    return () => {
      const left = (this.#held.get(action) ?? 1) - 1;
      if (left > 0) this.#held.set(action, left);
      else this.#held.delete(action);
    };
  }

  #store(name: LimitName): RateLimiterAbstract {
    let store = this.#stores.get(name);
    if (!store) {
      store = this.#makeStore(name);
      this.#stores.set(name, store);
    }
    return store;
  }

  #makeStore(name: LimitName): RateLimiterAbstract {
    const { points, per } = rateLimits[name];
    const own = new RateLimiterMemory({ keyPrefix: name, points, duration: per });
    if (COUNTED_PER_PROCESS.has(name)) return own;
    // The primary process counts for all its workers.
    if (!this.#redis && cluster.isWorker)
      return new RateLimiterCluster({ keyPrefix: name, points, duration: per });
    if (!this.#redis) return own;
    return new RateLimiterRedis({
      storeClient: this.#redis,
      keyPrefix: `roost:limit:${name}`,
      points,
      duration: per,
      insuranceLimiter: own,
      rejectIfRedisNotReady: true,
    });
  }
}

function allowance(name: LimitName, result: RateLimiterRes): Allowance {
  return {
    limit: rateLimits[name].points,
    remaining: Math.max(0, result.remainingPoints),
    reset: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  };
}
