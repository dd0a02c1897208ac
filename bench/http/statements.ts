import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../server/src/platform/database/client.ts';

interface Counted {
  query: string;
  calls: number;
  plans: number;
  planned: number;
  executed: number;
  rows: number;
}

/** The statistics of `pg_stat_statements`. They cost time, so only profiles switch them on. */
export class Statements {
  #db: Database | undefined;

  async begin(url: string): Promise<void> {
    const superuser = new URL(url);
    superuser.username = 'postgres';
    this.#db = openDatabase({
      url: superuser.href,
      preparedStatements: false,
      size: 1,
      onError: () => {},
    });
    await sql`create extension if not exists pg_stat_statements`.execute(this.#db);
  }

  async reset(): Promise<void> {
    if (this.#db) await sql`select pg_stat_statements_reset()`.execute(this.#db);
  }

  /** Writes the statements since the last call, divided by the number of requests. */
  async write(file: string, requests: number): Promise<void> {
    if (!this.#db) return;
    const { rows } = await sql<Counted>`
      select query, calls::int, plans::int, total_plan_time as planned, total_exec_time as executed, rows::int
      from pg_stat_statements order by total_plan_time + total_exec_time desc`.execute(this.#db);
    const lines = rows
      .filter(({ calls }) => calls >= requests / 100)
      .map(({ query, calls, plans, planned, executed, rows: found }) => {
        const of = (value: number) => (value / requests).toFixed(3);
        const text = query.replace(/\s+/g, ' ').trim();
        return `${of(calls)} calls, ${of(plans)} plans, planning ${of(planned)} ms, running ${of(executed)} ms, ${of(found)} rows\n  ${text}`;
      });
    await writeFile(file, `For one of ${requests} requests:\n\n${lines.join('\n\n')}\n`);
  }

  async end(): Promise<void> {
    await this.#db?.destroy();
  }
}

/** Switches the extension on in the database of this folder. The database must not run yet. */
export async function countStatements(folder: string): Promise<Statements> {
  await appendFile(
    join(folder, 'db', 'cluster', 'postgresql.auto.conf'),
    "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\n",
  );
  return new Statements();
}
