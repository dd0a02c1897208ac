import { expect, test, vi } from 'vitest';
import { withClient } from '../../server/src/platform/database/with-client.ts';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { countRows } from './dump-database.ts';

test('the limits of the role do not end a count, which reads whole tables', async () => {
  const LIMIT_MS = 300;
  const url = await createTestDatabase();
  // A transaction always sees the same activity, so each look is a connection of its own.
  const isWaitingLong = async () =>
    withClient(url, async (client) => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query_start < clock_timestamp() - interval '${2 * LIMIT_MS} ms'`,
      );
      return rowCount === 1;
    });
  await withClient(url, async (other) =>
    withClient(url, async (client) => {
      await client.query(`set statement_timeout = ${LIMIT_MS}; set lock_timeout = ${LIMIT_MS}`);
      await other.query('begin; lock table users');
      const counted = countRows(client);
      await Promise.race([
        counted,
        vi.waitFor(async () => expect(await isWaitingLong()).toBe(true), 10_000),
      ]);
      await other.query('commit');
      expect(await counted).toMatchObject({ 'public.users': 0 });
    }),
  );
});
