import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { OPERATOR_CHANNEL } from '../../platform/cluster/operator.queries.ts';
import { SESSIONS_ENDED_CHANNEL } from '../sessions/session.queries.ts';

/**
 * Probes prove that the connection still delivers notifications. A node without other nodes hears only the operator's commands
 * here, so it only has to notice a broken connection.
 */
export const probeIntervalMs = { amongNodes: 300, alone: 5_000 } as const;
/** A probe's answer counts as proof for this long. */
const PROBE_VALID_MS = 900;
const QUERY_TIMEOUT_MS = 1_500;
const RECONNECT_DELAY_MS = 500;

interface Handlers {
  /** Receives which sessions ended on any node. */
  ended(message: string): void;
  /** Receives what a command of the operator changed. */
  operator(message: string): void;
  /** Notifications may be lost: any session may have ended or changed before now. */
  missed(): void;
}

/**
 * Receives ended sessions from the database (LISTEN). So a session ends on all nodes within a second, even if Redis is
 * away (decision 37). If the database is silent too, `isCurrent` is false, and no cached session counts. Commands of the
 * operator reach the nodes in the same way (decision 57).
 */
export class ReportListener {
  readonly #url: string;
  readonly #handlers: Handlers;
  readonly #log: Logger;
  readonly #probeIntervalMs: number;
  readonly #closing = new AbortController();
  /** All notifications from before this time have arrived. By the monotonic clock. */
  #deliveredUntil = Number.NEGATIVE_INFINITY;
  #running = Promise.resolve();

  constructor(url: string, handlers: Handlers, log: Logger, probeInterval: number) {
    this.#url = url;
    this.#handlers = handlers;
    this.#log = log;
    this.#probeIntervalMs = probeInterval;
  }

  get isCurrent(): boolean {
    return performance.now() - this.#deliveredUntil < PROBE_VALID_MS;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let isAway = false;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          if (isAway) this.#log.warn('session end notifications resumed');
          isAway = false;
        });
      } catch (error) {
        if (!isAway && !signal.aborted)
          this.#log.warn(
            { err: error },
            'session end notifications lost; every session is read from the database',
          );
        isAway = true;
      }
      this.#deliveredUntil = Number.NEGATIVE_INFINITY;
      await wait(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Listens until the connection breaks or `close()` is called. */
  async #listen(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'roost sessions',
    });
    // A running query rejects by itself.
    client.on('error', () => (this.#deliveredUntil = Number.NEGATIVE_INFINITY));
    client.on('notification', ({ channel, payload = '' }) =>
      channel === OPERATOR_CHANNEL
        ? this.#handlers.operator(payload)
        : this.#handlers.ended(payload),
    );
    const { signal } = this.#closing;
    try {
      await client.connect();
      for (const channel of [SESSIONS_ENDED_CHANNEL, OPERATOR_CHANNEL])
        await client.query(`listen ${channel}`);
      this.#handlers.missed();
      onListening();
      while (!signal.aborted) {
        const probedAt = performance.now();
        // PostgreSQL delivers earlier notifications before the answer to this query.
        await client.query('select 1');
        this.#deliveredUntil = probedAt;
        await wait(this.#probeIntervalMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      // Not awaited, because a hanging database never confirms the end.
      void client.end().catch(() => {});
    }
  }
}
