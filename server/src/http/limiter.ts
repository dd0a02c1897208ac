import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@roost/contract/errors';
import { rateLimits, type LimitName } from '@roost/contract/limits';

export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** The one place that counts what anyone does too often. */
export class Limiter {
  readonly #enabled: boolean;
  readonly #stores = new Map<LimitName, RateLimiterMemory>();

  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  /** Takes a point from `key`'s budget, or throws `rate_limited`. Null when limits are off. */
  async take(name: LimitName, key: string): Promise<Allowance | null> {
    if (!this.#enabled) return null;
    try {
      return allowance(name, await this.#store(name).consume(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const { reset } = allowance(name, refusal);
      throw new AppError('rate_limited', { retryAfter: reset });
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

  /** Gives a point back: what was feared did not happen. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    if (this.#enabled) await this.#store(name).reward(key);
  }

  async clear(name: LimitName, key: string): Promise<void> {
    if (this.#enabled) await this.#store(name).delete(key);
  }

  #store(name: LimitName): RateLimiterMemory {
    let store = this.#stores.get(name);
    if (!store) {
      const { points, per } = rateLimits[name];
      store = new RateLimiterMemory({ keyPrefix: name, points, duration: per });
      this.#stores.set(name, store);
    }
    return store;
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
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
