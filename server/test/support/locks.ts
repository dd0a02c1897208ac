import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Returns once a statement of this database waits for a lock. So a test need not guess how long another request takes. */
export async function untilSomebodyWaits({ ctx }: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
      return rows.length;
    })
    .toBeGreaterThan(0);
}
