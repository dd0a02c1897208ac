import { sql } from 'kysely';
import type { Logger } from 'pino';
import { wallClock } from '../../lib/wall-clock.ts';
import type { Database } from './client.ts';
import { one } from './query.ts';

/** Milliseconds between two comparisons on a node without health checks. */
const COMPARE_EVERY_MS = 30_000;
/** After a longer round trip the comparison is too inaccurate. */
const MAX_ROUND_TRIP_MS = 1_000;
const WARN_MS = 1_000;
/** With a larger skew, the server would decide wrongly about sessions, edit windows and calls. */
export const MAX_SKEW_MS = 30_000;

const levels = ['fine', 'off', 'too far off'] as const;

/** Compares this machine's clock with the database's, which all nodes share. */
export class ClockSkew {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #level: (typeof levels)[number] = 'fine';
  /** How far this machine's clock is ahead. Negative when it is behind. */
  milliseconds = 0;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.compare().catch(() => {}), COMPARE_EVERY_MS).unref();
  }

  get isTooFarOff(): boolean {
    return this.#level === 'too far off';
  }

  /** Asks the database for its time. Rejects if the database is away. */
  async compare(): Promise<void> {
    const [before, asked] = [performance.now(), wallClock()];
    const found = await one(
      this.#db,
      { now: 'float8' },
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    );
    const roundTrip = performance.now() - before;
    const theirs = found?.now;
    if (theirs === undefined || roundTrip > MAX_ROUND_TRIP_MS) return;
    this.milliseconds = asked + roundTrip / 2 - theirs;
    this.#tell();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    const off = Math.abs(this.milliseconds);
    const level = off >= MAX_SKEW_MS ? 'too far off' : off >= WARN_MS ? 'off' : 'fine';
    if (level === this.#level) return;
    this.#level = level;
    const seconds = (this.milliseconds / 1_000).toFixed(1);
    if (level === 'fine') this.#log.info('clock agrees with the database again');
    else this.#log.warn({ seconds }, `clock is ${level}: seconds ahead of the database`);
  }
}
