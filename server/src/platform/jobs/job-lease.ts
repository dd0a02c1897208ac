import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import pg from 'pg';
import { leaseOf, listHoldersWithoutLease, unlockJobsOf } from './job.queries.ts';

/** Between two searches for jobs of runs that are gone. */
const SEARCH_INTERVAL_MS = 30_000;
/** A run without a lease for this time is gone. The lease of a run that lives comes back earlier after a lost connection. */
const GRACE_SECONDS = 90;
const RETRY_DELAY_MS = 2_000;
const CLOSE_TIMEOUT_MS = 2_000;

interface Options {
  url: string;
  log: Pick<Logger, 'warn'>;
  searchIntervalMs?: number;
  graceSeconds?: number;
}

/**
 * Shows the database that the runs of this process live, and frees the jobs of runs that are gone. A lease is an advisory lock on a
 * connection of its own. PostgreSQL ends it together with the process. Otherwise the jobs of a killed node would stay locked for four
 * hours, and so would their queues.
 */
export class JobLease {
  readonly #options: Required<Options>;
  readonly #holders = new Set<string>();
  readonly #search: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #opening: Promise<void> = Promise.resolve();
  #sending: Promise<void> = Promise.resolve();
  /** When a search first missed the lease of a run that it has missed ever since. */
  #missedSince = new Map<string, number>();
  #isClosed = false;

  /** Rejects if the database cannot be reached. Later it connects again by itself. */
  static async open(options: Options): Promise<JobLease> {
    const lease = new JobLease(options);
    try {
      await lease.#connect();
    } catch (error) {
      await lease.close();
      throw error;
    }
    return lease;
  }

  private constructor({
    searchIntervalMs = SEARCH_INTERVAL_MS,
    graceSeconds = GRACE_SECONDS,
    ...options
  }: Options) {
    this.#options = { searchIntervalMs, graceSeconds, ...options };
    this.#search = setInterval(() => void this.#unlock(), searchIntervalMs);
    this.#search.unref();
  }

  /** Throws if a run that starts now would have no lease. */
  assertOpen(): void {
    if (!this.#client) throw new Error('jobs: no lease');
  }

  /** The run with this name in the rows of jobs lives, until `drop`. */
  keep(holder: string): void {
    this.#holders.add(holder);
    void this.#ask(leaseOf(holder).take);
  }

  drop(holder: string): void {
    this.#holders.delete(holder);
    void this.#ask(leaseOf(holder).give);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#search);
    await this.#opening;
    // A database that hangs must not delay the stop.
    const ended = this.#client?.end().catch(() => {});
    await Promise.race([ended, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  #openAgain(): void {
    this.#opening = this.#connect().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'jobs: no lease');
      this.#reopen();
    });
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'roost jobs',
      connectionTimeoutMillis: 5_000,
      // The database ends the leases of a node that the network has lost.
      options: '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
      keepAlive: true,
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = null;
      // The database may have restarted, and with it all leases.
      this.#missedSince.clear();
      this.#reopen();
    };
    client.on('error', lost).on('end', lost);
    await client.connect();
    this.#client = client;
    for (const holder of this.#holders) void this.#ask(leaseOf(holder).take);
  }

  #reopen(): void {
    if (this.#isClosed) return;
    setTimeout(() => {
      if (!this.#isClosed) this.#openAgain();
    }, RETRY_DELAY_MS).unref();
  }

  async #unlock(): Promise<void> {
    await this.#inOrder(async (client) => {
      const missing = await listHoldersWithoutLease(client);
      const now = performance.now();
      const before = this.#missedSince;
      this.#missedSince = new Map(missing.map((holder) => [holder, before.get(holder) ?? now]));
      const since = now - this.#options.graceSeconds * 1_000;
      const gone = missing.filter((holder) => (this.#missedSince.get(holder) ?? now) <= since);
      if (gone.length > 0) await unlockJobsOf(client, gone);
    }).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'jobs: the jobs of runs that are gone stay locked'),
    );
  }

  async #ask(query: pg.QueryConfig): Promise<void> {
    await this.#inOrder(async (client) => client.query(query)).catch(() => {});
  }

  /** Sends one statement after the other. Without a connection it sends nothing, because the next one takes all leases. */
  async #inOrder(send: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const sent = this.#sending.then(async () => {
      if (this.#client) await send(this.#client);
    });
    this.#sending = sent.catch(() => {});
    await sent;
  }
}
