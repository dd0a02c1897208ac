import { AppError } from '@roost/contract/errors';
import type { Context } from '../../../kernel/context.ts';
import type { BoundedQueue } from '../../../kernel/ports.ts';
import { FairQueue } from '../../../lib/fair-queue.ts';

/** Requests that are worked on at once. More would only share the same processor and the same connections. */
const MAX_SLOTS = 12;
/** Requests that wait for a slot. */
const MAX_WAITING = 256;
/** The server refuses a request at once if it would wait longer. Its sender would soon give up. */
const MAX_WAIT_MS = 750;
/** The weight of the last interval in the mean interval between two slots. */
const SMOOTHING = 0.05;
/** A request that takes longer loses its slot, but goes on. It probably waits for another service, not for this machine. */
const MAX_SLOT_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** Milliseconds between two log lines about refusals. */
const LOG_INTERVAL_MS = 10_000;

/** The server refused a request because it has too many. Only a metric counts it, as a line for each would cost too much. */
export class Overloaded extends AppError {
  constructor() {
    super('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/** One for all, because the stack of each would cost more than the answer. */
const refusal = new Overloaded();

type Waiting = (refused?: AppError) => void;

/**
 * Works on a bounded number of requests at once. A bounded number of others waits, and the rest gets 503 at once. So the server
 * answers as many requests under overload as without, and the refused ones cost little.
 */
export class RequestQueue {
  readonly #waiting = new FairQueue<Waiting>(MAX_WAITING);
  readonly #ctx: Pick<Context, 'log' | 'metrics'>;
  readonly #maxWaitMs: number;
  #working = 0;
  /** The mean time between two slots, while requests wait. */
  #meanIntervalMs = 0;
  #lastSlotAt: number | null = null;
  #loggedAt = -Infinity;

  constructor(ctx: Pick<Context, 'log' | 'metrics'>, maxWaitMs = MAX_WAIT_MS) {
    this.#ctx = ctx;
    this.#maxWaitMs = maxWaitMs;
  }

  get waiting(): BoundedQueue {
    return this.#waiting;
  }

  /** The number of slots in use. */
  get working(): number {
    return this.#working;
  }

  /**
   * Throws before a request of this sender costs anything, if it would not get a slot soon. A sender with many waiting requests is
   * refused first.
   */
  assertRoom(sender: string): void {
    const ahead = this.#waiting.aheadOf(sender);
    // Without a measured pace, only a full queue refuses.
    const waitMs = ahead === Infinity ? ahead : ahead * this.#meanIntervalMs;
    if (waitMs > this.#maxWaitMs) throw this.#refuse();
  }

  /** Runs `work` in a slot. Senders take turns. In a full queue, the sender with most waiting requests is refused. */
  async run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    if (this.#working < MAX_SLOTS) this.#working += 1;
    else await this.#waitForSlot(sender);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.#passSlotOn();
    };
    const timer = setTimeout(end, MAX_SLOT_MS).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  async #waitForSlot(sender: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = (refused) => (refused ? reject(refused) : resolve());
    this.#waiting.add(sender, waiting)?.(this.#refuse());
    await promise;
  }

  /** Gives the slot to the next request, or frees it. */
  #passSlotOn(): void {
    const next = this.#waiting.take();
    this.#noteSlot(next !== undefined);
    if (next) next();
    else this.#working -= 1;
  }

  /** Measures only while requests wait. Otherwise the interval depends on when requests come. */
  #noteSlot(isTaken: boolean): void {
    const now = performance.now();
    if (isTaken && this.#lastSlotAt !== null)
      this.#meanIntervalMs += (now - this.#lastSlotAt - this.#meanIntervalMs) * SMOOTHING;
    this.#lastSlotAt = isTaken ? now : null;
  }

  #refuse(): AppError {
    this.#ctx.metrics.shedRequests.add('overload');
    const now = performance.now();
    if (now - this.#loggedAt > LOG_INTERVAL_MS) {
      this.#loggedAt = now;
      this.#ctx.log.warn({ working: this.#working }, 'overload: requests are refused');
    }
    return refusal;
  }
}
