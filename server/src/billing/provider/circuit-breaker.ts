import { ProviderUnavailable } from './payment-provider.ts';

/** Consecutive failures that open the breaker. */
const FAILURES_TO_OPEN = 5;
/** Milliseconds until an open breaker lets one call through. */
const OPEN_MS = 30_000;
/** A slow provider must not hold up everything else. */
const MAX_CONCURRENT_CALLS = 10;
/**
 * Milliseconds. If the caller's timeout leaves a call less time than this, its failure does not count against the
 * provider.
 */
const MIN_CALL_MS = 2_000;

/** A circuit breaker: while the provider is away, calls fail at once instead of waiting. */
export class CircuitBreaker {
  #failures = 0;
  /** By `performance.now()`. */
  #openUntil = 0;
  #running = 0;

  /**
   * Runs `call`, which may send several requests. Only ProviderUnavailable counts as a failure. `signal` is the
   * caller's timeout. Throws ProviderUnavailable at once while the breaker is open.
   */
  async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw new ProviderUnavailable(2);
    const openFor = this.#openUntil - performance.now();
    if (openFor > 0) throw new ProviderUnavailable(Math.ceil(openFor / 1_000));
    if (this.#running >= MAX_CONCURRENT_CALLS) throw new ProviderUnavailable(2);
    // This call tests the provider. Others continue to fail at once.
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = performance.now() + OPEN_MS;
    this.#running += 1;
    const startedAt = performance.now();
    try {
      const answer = await call();
      this.#close();
      return answer;
    } catch (error) {
      const isCallerTimeout = signal.aborted && performance.now() - startedAt < MIN_CALL_MS;
      if (!(error instanceof ProviderUnavailable)) this.#close();
      else if (!isCallerTimeout) this.#fail();
      throw error;
    } finally {
      this.#running -= 1;
    }
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  #fail(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = performance.now() + OPEN_MS;
  }
}
