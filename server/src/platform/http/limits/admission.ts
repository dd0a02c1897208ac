import { AppError } from '@roost/contract/errors';
import type { Context } from '../../../kernel/context.ts';
import type { BoundedQueue } from '../../../kernel/ports.ts';
import { FairQueue } from '../../../lib/fair-queue.ts';

/** Requests that are worked on at once. More would only share the same processor and the same connections. */
const MAX_WORKING = 12;
/** Requests that wait for a turn. */
const MAX_WAITING = 256;
/** A request that would wait longer is refused at once. Its sender would soon give up. */
const MAX_WAIT_MS = 750;
/** The weight of the last turn in the mean time between two turns. */
const SMOOTHING = 0.05;
/** A request that takes longer waits for something else than this machine, such as a service. Others may take its place. */
const TURN_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** Milliseconds between two lines of the log about refusals. */
const LOG_INTERVAL_MS = 10_000;

/** The server refused a request because it has too many. Only a metric counts it, as a line for each would cost too much. */
export class Overloaded extends AppError {
  constructor() {
    super('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/** One for all, because the stack of each would cost more than the answer. */
const refusal = new Overloaded();

type Turn = (refused?: AppError) => void;

/**
 * Lets a bounded number of requests work at once and a bounded number wait. It refuses all others at once with 503. So the server
 * answers as many requests under overload as without, and those that it refuses cost little.
 */
export class Admission {
  readonly #waiting = new FairQueue<Turn>(MAX_WAITING);
  readonly #ctx: Pick<Context, 'log' | 'metrics'>;
  #working = 0;
  /** The mean time between two turns, while requests wait. */
  #meanTurnMs = 0;
  #lastTurnAt: number | null = null;
  #loggedAt = -Infinity;

  constructor(ctx: Pick<Context, 'log' | 'metrics'>) {
    this.#ctx = ctx;
  }

  get queue(): BoundedQueue {
    return this.#waiting;
  }

  get working(): number {
    return this.#working;
  }

  /** Refuses a request before it costs anything, if it would not get a turn soon. */
  assertRoom(): void {
    const { size } = this.#waiting;
    if (size >= MAX_WAITING || size * this.#meanTurnMs > MAX_WAIT_MS) throw this.#refuse();
  }

  /** Runs `work` when it is its turn. Senders take turns, and the one with most waiting requests is refused first. */
  async run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    if (this.#working < MAX_WORKING) this.#working += 1;
    else await this.#turn(sender);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.#passOn();
    };
    const timer = setTimeout(end, TURN_MS).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  async #turn(sender: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn: Turn = (refused) => (refused ? reject(refused) : resolve());
    this.#waiting.add(sender, turn)?.(this.#refuse());
    await promise;
  }

  /** Gives the place to the next request, or frees it. */
  #passOn(): void {
    const next = this.#waiting.take();
    this.#noteTurn(next !== undefined);
    if (next) next();
    else this.#working -= 1;
  }

  /** Only turns that follow each other tell how fast the queue moves. */
  #noteTurn(isTaken: boolean): void {
    const now = performance.now();
    if (isTaken && this.#lastTurnAt !== null)
      this.#meanTurnMs += (now - this.#lastTurnAt - this.#meanTurnMs) * SMOOTHING;
    this.#lastTurnAt = isTaken ? now : null;
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
