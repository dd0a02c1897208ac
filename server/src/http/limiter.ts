import cluster from 'node:cluster';
import { isIPv6 } from 'node:net';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '@roost/contract/errors';
import { atOnce, rateLimits, type LimitName } from '@roost/contract/limits';
import type { RedisClient } from '../redis.ts';

export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Over a budget; how far, for the answer's headers. */
export class RateLimited extends AppError {
  readonly allowance: Allowance;

  constructor(allowance: Allowance) {
    super('rate_limited', { retryAfter: allowance.reset });
    this.allowance = allowance;
  }
}

/** The headers that tell of a budget (contract §1, limits). */
export function allowanceHeaders({ limit, remaining, reset }: Allowance): Record<string, number> {
  return { 'RateLimit-Limit': limit, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
}

/**
 * The one place that counts what anyone does too often: in Redis, where all nodes see it, if there is one. While that is
 * away each node counts by itself.
 */
export class Limiter {
  readonly #enabled: boolean;
  readonly #redis: RedisClient | null;
  readonly #stores = new Map<LimitName, RateLimiterAbstract>();
  readonly #held = new Map<string, number>();

  constructor(enabled: boolean, redis: RedisClient | null = null) {
    this.#enabled = enabled;
    this.#redis = redis;
  }

  /** Takes a point from `key`'s budget, or throws `rate_limited`. Null when limits are off. */
  async take(name: LimitName, key: string): Promise<Allowance | null> {
    if (!this.#enabled) return null;
    try {
      return allowance(name, await this.#store(name).consume(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // What was refused is not counted: a budget holds what was spent, so that it can be given back exactly.
      await this.giveBack(name, key);
      throw new RateLimited({ ...allowance(name, refusal), remaining: 0 });
    }
  }

  /** Like `take`, for where a refusal must not be told: false instead of an error. */
  async allows(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.take(name, key);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Gives points back: what was feared did not happen. Never more than were taken. */
  async giveBack(name: LimitName, key: string, points = 1): Promise<void> {
    if (!this.#enabled) return;
    const taken = (await this.#store(name).get(key))?.consumedPoints ?? 0;
    if (taken > 0) await this.#store(name).reward(key, Math.min(points, taken));
  }

  /** Makes a budget whole again; returns how many points had been taken from it. */
  async clear(name: LimitName, key: string): Promise<number> {
    if (!this.#enabled) return 0;
    const taken = (await this.#store(name).get(key))?.consumedPoints ?? 0;
    await this.#store(name).delete(key);
    return taken;
  }

  /**
   * Holds one of the few places there are for doing something at the same time, or throws `rate_limited`. The
   * function returned gives it back.
   */
  hold(name: keyof typeof atOnce, key: string): () => void {
    if (!this.#enabled) return () => {};
    const place = `${name} ${key}`;
    const held = this.#held.get(place) ?? 0;
    const limit = atOnce[name];
    if (held >= limit) throw new RateLimited({ limit, remaining: 0, reset: 2 });
    this.#held.set(place, held + 1);
    return () => {
      const left = (this.#held.get(place) ?? 1) - 1;
      if (left > 0) this.#held.set(place, left);
      else this.#held.delete(place);
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
    // The process that started us as one of several counts for all of them.
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

/** A network address as a budget's key. An IPv6 customer holds a whole /64, so that is what counts. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
