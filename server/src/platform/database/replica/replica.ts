import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../client.ts';
import { one } from '../query.ts';

/** Milliseconds between two checks of the replica's position. */
const CHECK_INTERVAL_MS = 500;
/** Milliseconds by which the replica may be behind. With more, nobody reads there. */
const MAX_LAG_MS = 5_000;

/** A position in the primary's WAL, as the bytes before it. */
type Position = number;

/**
 * The replica, and the moment until which it has everything. Moments are times of the primary's clock, so they mean the
 * same at all nodes.
 */
export class Replica {
  readonly db: Database;
  readonly #primary: Database;
  readonly #log: Logger;
  /** The replica has all transactions that were committed and answered before this. */
  #completeUntil = 0;
  /** Moments of the primary with the positions of its WAL, oldest first. The replica has not reached them yet. */
  #ahead: { moment: number; position: Position }[] = [];
  /** The last reading of the primary's clock, and our own monotonic time before that query. */
  #clock = { moment: 0, asked: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;

  constructor(primary: Database, db: Database, log: Logger) {
    this.#primary = primary;
    this.db = db;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.db.destroy();
  }

  /** The primary's time, at most a little late and never early. All commits until now happened before it. */
  now(): number {
    return this.#clock.moment + (performance.now() - this.#clock.asked);
  }

  /** Tells whether the replica has all commits before `moment`, and is not too far behind. */
  has(moment: number): boolean {
    return moment < this.#completeUntil && this.now() - this.#completeUntil < MAX_LAG_MS;
  }

  /** Stops reads from the replica after a failure, until the next successful check. */
  suspend(): void {
    this.#completeUntil = 0;
  }

  async #check(): Promise<void> {
    try {
      await this.#readPrimary();
      await this.#readReplica();
      if (this.#isAway) this.#log.warn('the replica is available again');
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#log.warn({ err: error }, 'the replica is not used');
      this.#isAway = true;
    }
  }

  /** Reads the WAL's insert position. All answered commits lie below it, even if they are not on the disk yet. */
  async #readPrimary(): Promise<void> {
    const asked = performance.now();
    const read = await one(
      this.#primary.inBackground,
      { moment: 'float8', position: 'float8' },
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as moment,
        (pg_current_wal_insert_lsn() - '0/0')::float8 as position`,
    );
    if (!read) return;
    this.#clock = { moment: read.moment, asked };
    this.#ahead.push(read);
    // A replica that is far behind is not used anyway.
    if (this.#ahead.length > (2 * MAX_LAG_MS) / CHECK_INTERVAL_MS) this.#ahead.shift();
  }

  async #readReplica(): Promise<void> {
    const read = await one(
      this.db.inBackground,
      { position: 'float8?' },
      sql`select (pg_last_wal_replay_lsn() - '0/0')::float8 as position`,
    );
    const replayed = read?.position ?? 0;
    const reached = this.#ahead.findLast(({ position }) => position <= replayed);
    if (!reached) return;
    this.#completeUntil = reached.moment;
    this.#ahead = this.#ahead.filter(({ position }) => position > replayed);
  }
}
