import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../../../test/support/app.ts';
import { faultsOf } from '../../../../test/support/plain-reads.ts';
import { transaction } from '../transaction.ts';

const { ctx } = await startAppForFile();

/** The process of the database that answers a read. */
const backendOf = async (reads = ctx.db.reads) => {
  const { rows } = await sql<{
    pid: number;
  }>`select pg_backend_pid() as pid, ${1}::int`.execute(reads);
  return rows[0]?.pid;
};

test('reads of one turn share a connection, up to a limit', async () => {
  const [one, ...others] = await Promise.all([backendOf(), backendOf(), backendOf(), backendOf()]);
  expect(others).toEqual([one, one, one]);
  const many = await Promise.all(Array.from({ length: 12 }, async () => backendOf()));
  expect(new Set(many).size).toBeGreaterThan(1);
});

test('a statement that is not marked has its own connection', async () => {
  const [one, own, other] = await Promise.all([backendOf(), backendOf(ctx.db), backendOf()]);
  expect(other).toBe(one);
  expect(own).not.toBe(one);
});

test('a read that is always slow goes alone, until it becomes fast', async () => {
  const sleeper = async (seconds: number) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from pg_sleep(${seconds})`.execute(ctx.db.reads);
    return rows[0]?.pid;
  };
  const isTogether = async (seconds: number) => {
    const [sleeping, ...others] = await Promise.all([sleeper(seconds), backendOf(), backendOf()]);
    return others.includes(sleeping);
  };
  expect(await isTogether(0.02)).toBe(true);
  for (let n = 0; n < 20; n += 1) await sleeper(0.02);
  expect(await isTogether(0.02)).toBe(false);
  await expect.poll(async () => isTogether(0)).toBe(true);
});

test('a read that fails does not fail the others', async () => {
  const broken = sql`select 1 / ${0}::int`.execute(ctx.db.reads);
  const [before, failure, after] = await Promise.allSettled([backendOf(), broken, backendOf()]);
  expect([before.status, failure.status, after.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await backendOf()).toBeTypeOf('number');
});

test('the reads of a transaction belong to the transaction', async () => {
  await sql`create table written_rows as select 1 as id`.execute(ctx.db);
  const idsIn = async (reads = ctx.db.reads) =>
    (await sql<{ id: number }>`select id from written_rows where id > ${0}::int`.execute(reads))
      .rows;
  await transaction(ctx, async (tx) => {
    await sql`update written_rows set id = ${2}::int`.execute(tx.db);
    const [own, ...others] = await Promise.all([backendOf(tx.db.reads), backendOf(), backendOf()]);
    expect(others).not.toContain(own);
    expect([await idsIn(tx.db.reads), await idsIn()]).toEqual([[{ id: 2 }], [{ id: 1 }]]);
  });
});

test('a session setting stays on its connection', async () => {
  const zone = await ctx.db.connection().execute(async (db) => {
    await sql`set timezone to 'Asia/Kolkata'`.execute(db);
    const { rows } = await sql<{
      zone: string;
    }>`select current_setting('timezone') as zone`.execute(db);
    await sql`reset timezone`.execute(db);
    return rows[0]?.zone;
  });
  expect(zone).toBe('Asia/Kolkata');
});

test.each([
  ['select id from posts where content = $1', 0],
  [`select 'update' as word, now()`, 0],
  ['select id from posts for update', 1],
  ['select id from posts for share', 1],
  ['with gone as (delete from posts returning id) select id from gone', 1],
  ['select verdict from send_message($1, $2)', 1],
  ['select * from mark_read ($1)', 1],
  [`select nextval('numbers')`, 1],
  ['select graphile_worker.add_job($1)', 1],
  ['update posts set content = $1', 1],
])('tests refuse a marked statement that is no plain read: %s', (text, faults) => {
  expect(faultsOf(text)).toHaveLength(faults);
});
