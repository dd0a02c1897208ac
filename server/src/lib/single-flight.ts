interface Options {
  /** Milliseconds after its start for which a result is shared. Without it, a result is shared until it arrives. */
  lifetimeMs?: number;
  /** The most results that are kept. The oldest drop out. */
  maxResults?: number;
}

interface Flight<Result> {
  result: Promise<Result>;
  startedAt: number;
}

/**
 * Callers with the same key share one running work and its result. With `lifetimeMs`, later callers share the result too.
 * It never keeps a failure: the callers that wait get the error, and the next caller starts again.
 */
export class SingleFlight<Result> {
  readonly #lifetimeMs: number | undefined;
  readonly #maxResults: number;
  /** By key, the oldest first. */
  readonly #flights = new Map<string, Flight<Result>>();

  constructor({ lifetimeMs, maxResults = Infinity }: Options = {}) {
    this.#lifetimeMs = lifetimeMs;
    this.#maxResults = maxResults;
  }

  async run(key: string, work: () => Promise<Result>): Promise<Result> {
    const shared = this.#flights.get(key);
    if (shared && !this.#isOver(shared)) return shared.result;
    const flight = { result: work(), startedAt: performance.now() };
    this.#flights.delete(key);
    this.#flights.set(key, flight);
    const [oldest] = this.#flights.keys();
    if (this.#flights.size > this.#maxResults && oldest !== undefined) this.#flights.delete(oldest);
    const drop = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.result.then(this.#lifetimeMs === undefined ? drop : undefined, drop);
    return flight.result;
  }

  /** The next caller starts again, also if work of this key is running. */
  forget(key: string): void {
    this.#flights.delete(key);
  }

  #isOver({ startedAt }: Flight<Result>): boolean {
    return this.#lifetimeMs !== undefined && performance.now() - startedAt >= this.#lifetimeMs;
  }
}
