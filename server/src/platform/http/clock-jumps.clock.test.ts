import pg from 'pg';
import { sql } from 'kysely';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { passTime } from '../../../test/support/pass-time.ts';
import type { Context } from '../../kernel/context.ts';
import { ListCache } from '../../feed/list-cache.ts';

const HOUR = 3_600_000;

/** Sets this machine's clock forward or back. The clock keeps running, and durations do not change. */
function setClockBy(milliseconds: number): void {
  vi.restoreAllMocks();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
}
afterEach(() => vi.restoreAllMocks());

const isReady = async (app: TestApp) => (await app.client().fetch('/ready')).ok;

/** Cuts this application off from its database. */
async function cutOff(app: TestApp): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    app.ctx.db,
  );
  const operator = new pg.Client({ connectionString: inject('databases').servers[0] });
  await operator.connect();
  await operator.query(`alter database ${rows[0]!.name} allow_connections false`);
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and backend_type = 'client backend'`,
    [rows[0]!.name],
  );
  await operator.end();
}

test('/ready notices a lost database after the clock goes back', async () => {
  const app = await startAppForTest();
  expect(await isReady(app)).toBe(true);
  setClockBy(-25_000);
  await cutOff(app);
  await expect.poll(async () => isReady(app)).toBe(false);
});

test('a cached list refreshes in time after the clock goes back', async () => {
  let reads = 0;
  const list = new ListCache(async () => [(reads += 1)]);
  const ctx = { db: { inBackground: null } } as unknown as Context;
  const read = async () => (await list.all(ctx))[0];
  expect([await read(), await read()]).toEqual([1, 1]);
  setClockBy(-HOUR);
  passTime(61_000);
  expect(await read()).toBe(2);
});

test('a clock skew of 1 s logs a warning, and 30 s makes the node unready', async () => {
  const lines: string[] = [];
  const app = await startAppForTest(
    { LOG_LEVEL: 'warn', METRICS_TOKEN: 'a token for the metrics' },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  const warned = () => lines.filter((line) => line.includes('clock is')).length;
  expect(await isReady(app)).toBe(true);
  expect(warned()).toBe(0);
  setClockBy(2_000);
  await expect.poll(async () => (await isReady(app)) && warned()).toBe(1);
  const headers = { Authorization: 'Bearer a token for the metrics' };
  const metrics = await (await app.client().fetch('/metrics', { headers })).text();
  expect(Number(/^clock_skew_seconds (.+)$/m.exec(metrics)?.[1])).toBeCloseTo(2, 0);
  for (const far of [40_000, -40_000]) {
    setClockBy(far);
    await expect.poll(async () => isReady(app)).toBe(false);
  }
  setClockBy(0);
  await expect.poll(async () => isReady(app)).toBe(true);
});
