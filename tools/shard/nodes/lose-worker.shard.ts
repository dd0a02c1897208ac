import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startAppForTest } from '../../../server/test/support/app.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { Load } from './load.ts';
import { findLocalWorker } from './local-worker.ts';
import { Placement } from './placement.ts';
import { brief, describeOutcomes, expectEachOnce, isFine } from './verify.ts';

const PER_SECOND = 40;
const AWAY_MS = 20_000;
/** From the moment when the worker answers again until the last refusal. */
const RECOVERY_MS = 10_000;

test('while a worker is killed for 20 s, only its rows are refused, and no acknowledged write is lost or doubled', async () => {
  const url = await createTestDatabase();
  const lostServer = new URL(inject('databases').servers.at(-1) ?? '');
  const worker = await findLocalWorker(lostServer.href);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const placement = await Placement.read(client);
  const app = await startAppForTest({ DATABASE_URL: url });
  const load = await Load.prepare(
    app,
    async (table, key) =>
      (await placement.portOf(table, key)) === Number(lostServer.port) ? 'lost' : 'kept',
    'lost',
  );
  await client.end();

  const end = new AbortController();
  const began = performance.now();
  const running = load.run(PER_SECOND, end.signal);
  await wait(5_000);
  const killedAt = performance.now() - began;
  await worker.kill();
  await wait(AWAY_MS);
  await worker.start();
  const backAt = performance.now() - began;
  await wait(20_000);
  end.abort();
  await running;

  const { outcomes } = load;
  const refused = outcomes.filter((each) => !isFine(each));
  const [first, last] = [
    Math.min(...refused.map(({ at }) => at)),
    Math.max(...refused.map(({ at, tookMs }) => at + tookMs)),
  ];
  console.log(
    `Worker away from ${Math.round(killedAt)} to ${Math.round(backAt)} ms; refusals from ${Math.round(first)} to ${Math.round(last)} ms.`,
    `\n${describeOutcomes(outcomes)}`,
  );
  expect(refused.filter((each) => each.side === 'kept').map(brief)).toEqual([]);
  expect(refused.filter((each) => each.refused !== 503).map(brief)).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  expect(last - backAt).toBeLessThan(RECOVERY_MS);
  await expectEachOnce(load);
});
