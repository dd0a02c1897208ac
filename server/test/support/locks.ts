import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Returns once a statement of this database waits for a lock. So a test need not guess how long another request takes. */
export async function untilSomebodyWaits({ ctx }: TestApp): Promise<void> {
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // On a sharded database, statements wait on the worker that has the row.
  const onWorkers = sql`union all select nodeport from run_command_on_workers(${sql.lit(`select count(*) from (${waiting}) as waiting`)})
    where success and result::int > 0`;
  await expect
    .poll(async () => {
      const { rows } = await sql`${sql.raw(waiting)} ${ctx.shards ? onWorkers : sql``}`.execute(
        ctx.db,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}
