import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../../../config/start-error.ts';

export interface LockPatience {
  /** Receives a line for the operator when the work has to wait. */
  log: (line: string) => void;
  /** Milliseconds after which the work fails. */
  maxWaitMs: number;
}

/** The codes of a lock that did not come in time, and of a deadlock. */
const LOCKED_CODES = ['55P03', '40P01'];
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/**
 * Repeats work that fails because other sessions hold its locks. It pauses longer each time, and requests go on in the pauses.
 * The work must leave nothing behind when it fails.
 */
export async function retryLocked<Result>(
  client: pg.Client,
  name: string,
  { log, maxWaitMs }: LockPatience,
  work: () => Promise<Result>,
): Promise<Result> {
  const since = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      const seconds = Math.round((performance.now() - since) / 1_000);
      const why = `${name} has waited ${seconds} s for a lock${await oldestTransaction(client)}`;
      if (performance.now() - since > maxWaitMs)
        throw new StartError(`${why}. End that session, and start Roost again.`, { cause: error });
      log(`${why}; trying again.`);
      await sleep(pauseMs);
    }
  }
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOCKED_CODES.includes((error as { code?: string }).code ?? '') || isLocked(error.cause);
}

/** Names the session that has probably held the lock. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::int as seconds from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 1`,
  );
  const [oldest] = rows;
  return oldest
    ? `; the oldest transaction is that of process ${oldest.pid}, ${oldest.seconds} s old`
    : '';
}
