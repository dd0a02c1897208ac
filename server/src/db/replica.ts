import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './client.ts';

/** Milliseconds between two looks at how far the replica is. */
const LOOK_EVERY = 500;
/** Milliseconds that the replica may be behind; then nobody reads there. */
const MOST_BEHIND = 5_000;

/** A place in the primary's log, as the bytes written before it. */
type Position = number;

/**
 * The replica, and up to which moment it is known to have everything. Moments are of the primary's clock, so that they
 * mean the same at all nodes, whatever their own clocks say.
 */
export class Replica {
  readonly db: Database;
  readonly #primary: Database;
  readonly #log: Logger;
  /** The replica has all that was committed, and answered, before this. */
  #completeUntil = 0;
  /** Moments of the primary with where its log was then, not yet reached by the replica; the oldest first. */
  #ahead: { moment: number; position: Position }[] = [];
  /** The primary's clock when it was last read, and our own steady one when that was asked for. */
  #clock = { moment: 0, asked: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;

  constructor(primary: Database, db: Database, log: Logger) {
    this.#primary = primary;
    this.db = db;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.db.destroy();
  }

  /** The primary's time, rather a little late than early: what was committed until now was so before this. */
  now(): number {
    return this.#clock.moment + (performance.now() - this.#clock.asked);
  }

  /** Whether all is there that was committed before `moment`, and nothing much is missing. */
  has(moment: number): boolean {
    return moment < this.#completeUntil && this.now() - this.#completeUntil < MOST_BEHIND;
  }

  /** It failed somebody: it isn't used until it has been heard of again. */
  doubt(): void {
    this.#completeUntil = 0;
  }

  async #look(): Promise<void> {
    try {
      await this.#readPrimary();
      await this.#readReplica();
      if (this.#isAway) this.#log.warn('the replica is back');
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#log.warn({ err: error }, 'the replica is not used');
      this.#isAway = true;
    }
  }

  /** Where the log is to be written next: what was answered before lies below it, though it may not be on the disk yet. */
  async #readPrimary(): Promise<void> {
    const asked = performance.now();
    const { rows } = await sql<{ moment: number; position: Position }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as moment,
        (pg_current_wal_insert_lsn() - '0/0')::float8 as position /* by the clock */`.execute(
      this.#primary,
    );
    const [read] = rows;
    if (!read) return;
    this.#clock = { moment: read.moment, asked };
    this.#ahead.push(read);
    // A replica that is far behind is not used anyway.
    if (this.#ahead.length > (2 * MOST_BEHIND) / LOOK_EVERY) this.#ahead.shift();
  }

  async #readReplica(): Promise<void> {
    const { rows } = await sql<{ position: Position | null }>`
      select (pg_last_wal_replay_lsn() - '0/0')::float8 as position /* by the clock */`.execute(
      this.db,
    );
    const replayed = rows[0]?.position ?? 0;
    const reached = this.#ahead.findLast(({ position }) => position <= replayed);
    if (!reached) return;
    this.#completeUntil = reached.moment;
    this.#ahead = this.#ahead.filter(({ position }) => position > replayed);
  }
}
