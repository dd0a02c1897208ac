import { setInterval } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { toAppError } from '../../src/platform/http/errors/errors.ts';
import { startAppForTest } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';

const METRICS_TOKEN = 'a token of the metrics';

/** Imitates the parts of Citus that `ShardNodes` uses, on a plain database. */
async function pretendNodes(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table pg_dist_node (nodename text, nodeport int, isactive bool, noderole text, shouldhaveshards bool, is_there bool);
    insert into pg_dist_node values
      ('one', 5432, true, 'primary', true, true), ('two', 5432, true, 'primary', true, true),
      ('coordinator', 5432, true, 'primary', false, false);
    create function citus_check_connection_to_node(name text, port int) returns bool
      language plpgsql as $$
        begin
          if name = 'slow' then perform pg_sleep(0.4); end if;
          -- A check gives up on a hanging node after one second.
          if exists (select from pg_dist_node where nodename = name and not is_there) and name = 'hung' then
            perform pg_sleep(1);
          end if;
          return (select is_there from pg_dist_node where nodename = name and nodeport = port);
        end $$`);
  return client;
}

const statusOf = (error: unknown) => toAppError(error).status;

/** Calls `ask` at this rate for this many seconds. Returns each result with its duration in ms. */
async function load<T>(perSecond: number, seconds: number, ask: () => Promise<T>) {
  const asked: Promise<{ took: number; error?: unknown }>[] = [];
  for await (const _ of setInterval(1_000 / perSecond)) {
    const began = performance.now();
    const took = () => performance.now() - began;
    asked.push(
      ask().then(
        () => ({ took: took() }),
        (error: unknown) => ({ took: took(), error }),
      ),
    );
    if (asked.length === perSecond * seconds) break;
  }
  return Promise.all(asked);
}

// A real Citus already has the tables that this test imitates.
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'while a node hangs, other rows are served, and its rows refused within 2 s',
  async () => {
    const url = await createTestDatabase();
    const nodes = await pretendNodes(url);
    await nodes.query(
      `insert into pg_dist_node values ('hung', 5432, true, 'primary', true, true)`,
    );
    const app = await startAppForTest({ DATABASE_URL: url });
    const read = async () => sql`select ${1}::int as one`.execute(app.ctx.db.reads);
    const write = async () =>
      app.ctx.db.transaction().execute(async (tx) => sql`select 2`.execute(tx));
    await Promise.all([read(), write()]);

    await nodes.query(`update pg_dist_node set is_there = false where nodename = 'hung'`);
    const [lost, reads, writes] = await Promise.all([
      // Reads share connections, so these go out together with reads of healthy nodes.
      load(25, 4, async () => sql`select pg_sleep(${20}::int)`.execute(app.ctx.db.reads)),
      load(25, 4, read),
      load(12, 4, write),
    ]);
    for (const { error } of lost) expect(statusOf(error)).toBe(503);
    const slowest = (all: { took: number }[]) => Math.max(...all.map(({ took }) => took));
    expect(slowest(lost)).toBeLessThan(2_500);
    for (const all of [reads, writes]) {
      expect(all.filter(({ error }) => error)).toEqual([]);
      expect(slowest(all)).toBeLessThan(2_000);
    }
    await nodes.end();
  },
  60_000,
);

// A real Citus already has the tables that this test imitates.
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'while a node is away, /ready is degraded and other rows are served',
  async () => {
    const url = await createTestDatabase();
    const nodes = await pretendNodes(url);
    const app = await startAppForTest({ DATABASE_URL: url, METRICS_TOKEN });
    const ready = async () => {
      const answer = await fetch(new URL('/ready', app.address));
      return [answer.status, await answer.json()];
    };
    const metric = async () => {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const answer = await fetch(new URL('/metrics', app.address), { headers });
      return /^database_nodes_away (\d+)$/m.exec(await answer.text())?.[1];
    };
    expect(await ready()).toEqual([200, { status: 'success' }]);
    expect(await metric()).toBe('0');

    await nodes.query(`update pg_dist_node set is_there = false where nodename = 'two'`);
    await expect
      .poll(ready, { timeout: 10_000 })
      .toEqual([200, { status: 'success', degraded: true }]);
    expect(await metric()).toBe('1');

    // As many statements as connections wait for the lost node. Others still get a connection.
    const stuck = Array.from({ length: 20 }, async () =>
      app.ctx.db.transaction().execute(async (tx) => sql`select pg_sleep(12)`.execute(tx)),
    );
    const refused = Promise.all(
      stuck.map(async (each) => expect(each.catch(statusOf)).resolves.toBe(503)),
    );
    const { rows } = await app.ctx.db
      .transaction()
      .execute(async (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
    expect(rows).toEqual([{ one: 1 }]);
    await refused;

    await nodes.query('update pg_dist_node set is_there = true');
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'success' }]);
    await nodes.end();
  },
  60_000,
);

// A real Citus already has the tables that this test imitates.
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'while nodes are slow but answer, no statement is refused',
  async () => {
    const url = await createTestDatabase();
    const nodes = await pretendNodes(url);
    await nodes.query(
      `insert into pg_dist_node values ('slow', 5432, true, 'primary', true, true)`,
    );
    const app = await startAppForTest({ DATABASE_URL: url });
    const isOne = async (answer: Promise<{ rows: unknown[] }>) =>
      expect((await answer).rows).toEqual([{ one: 1 }]);
    const read = sql`select 1 as one from pg_sleep(${1.5}::float8)`;
    const answers = await Promise.all([
      load(20, 4, async () => isOne(read.execute(app.ctx.db.reads))),
      // More than there are connections, so requests wait for one.
      load(5, 4, async () =>
        isOne(app.ctx.db.transaction().execute(async (tx) => read.execute(tx))),
      ),
    ]);
    expect(answers.flat().filter(({ error }) => error)).toEqual([]);
    await nodes.end();
  },
  60_000,
);
