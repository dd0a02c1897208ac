interface Options<Batch, Scope, Result> {
  /** Makes a batch with nothing in it. */
  empty: () => Batch;
  /** Processes a batch. `scope` comes from the caller who opened it, such as the context. */
  run: (batch: Batch, scope: Scope) => Promise<Result>;
  /** Milliseconds for which a batch collects. Without it, a batch collects until the end of this turn of the event loop. */
  delayMs?: number;
  /** One batch runs at a time. The next one collects until the one before has ended. */
  isSerial?: boolean;
}

interface OpenBatch<Batch, Scope, Result> {
  readonly batch: Batch;
  readonly scope: Scope;
  /** The result of the run. Never settles if the batch was dropped. */
  readonly result: Promise<Result>;
  readonly settle: (result: Promise<Result>) => void;
  isDue: boolean;
}

/** Collects what several callers add to one batch, and processes it together a moment later. */
export class Batcher<Batch, Scope = void, Result = void> {
  readonly #options: Options<Batch, Scope, Result>;
  #open: OpenBatch<Batch, Scope, Result> | undefined;
  /** The last run, which never rejects. Runs in series follow each other. */
  #running: Promise<void> = Promise.resolve();

  constructor(options: Options<Batch, Scope, Result>) {
    this.#options = options;
  }

  /** The batch that collects now, if there is one. */
  get openBatch(): Batch | undefined {
    return this.#open?.batch;
  }

  /** Returns the batch that collects now, for the caller to add to, and the coming result. Opens a batch if there is none. */
  collect(scope: Scope): { readonly batch: Batch; readonly result: Promise<Result> } {
    this.#open ??= this.#openNext(scope);
    return this.#open;
  }

  /** Runs the open batch without its delay. Waits for it, and for a run in progress. Errors go to the callers of `collect`. */
  async flush(): Promise<void> {
    if (this.#open) this.#start(this.#open);
    await this.#running;
  }

  /** Drops the open batch. A run in progress ends. */
  stop(): void {
    this.#open = undefined;
  }

  #openNext(scope: Scope): OpenBatch<Batch, Scope, Result> {
    const { empty, delayMs } = this.#options;
    const { promise: result, resolve: settle } = Promise.withResolvers<Result>();
    const open = { batch: empty(), scope, result, settle, isDue: false };
    if (delayMs === undefined) setImmediate(() => this.#start(open));
    else setTimeout(() => this.#start(open), delayMs).unref();
    return open;
  }

  #start(open: OpenBatch<Batch, Scope, Result>): void {
    if (open.isDue) return;
    open.isDue = true;
    this.#running = this.#options.isSerial
      ? this.#running.then(async () => this.#run(open))
      : this.#run(open);
  }

  async #run(open: OpenBatch<Batch, Scope, Result>): Promise<void> {
    const isDropped = this.#open !== open;
    if (isDropped) return;
    this.#open = undefined;
    const result = this.#options.run(open.batch, open.scope);
    open.settle(result);
    await result.catch(() => {});
  }
}
