import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { exec, one } from './query.ts';
import { transaction } from './transaction.ts';

// A newer node migrates while this one serves. It may add columns to any table.
const app = await startAppForFile();
const { ctx } = app;

beforeEach(async () => {
  await sql`drop table if exists things`.execute(ctx.db);
  await sql`create table things (id integer primary key)`.execute(ctx.db);
  await sql`insert into things values (1)`.execute(ctx.db);
});

const addColumn = async () => sql`alter table things add column more text`.execute(ctx.db);

test('a shared read of all columns works after a migration adds one', async () => {
  const read = async () =>
    (await sql`select * from things where id = ${1}::int`.execute(ctx.db.reads)).rows;
  // On every connection that the pool may give.
  const readAll = async () => Promise.all(Array.from({ length: 40 }, read));
  await readAll();
  await addColumn();
  for (const rows of await readAll()) expect(rows).toEqual([{ id: 1, more: null }]);
  for (const rows of await readAll()) expect(rows).toEqual([{ id: 1, more: null }]);
});

test('a transaction that returns all columns runs again after a migration adds one', async () => {
  const touch = async () =>
    transaction(ctx, async ({ db }) => {
      const { rows } =
        await sql`update things set id = id where id = ${1}::int returning *`.execute(db);
      return rows;
    });
  expect(await touch()).toEqual([{ id: 1 }]);
  await addColumn();
  expect(await touch()).toEqual([{ id: 1, more: null }]);
});

test('a function that waits for a migration of the table whose rows it returns runs again', async () => {
  const [member] = (await crowdOf(app, 1)) as [Member];
  const { _id } = await member.post('Something to lock');
  const lock = async () =>
    transaction(ctx, async ({ db }) =>
      one(db, { id: 'uuid' }, sql`select id from lock_post(${_id}::uuid)`),
    );
  // On every connection that the pool may give.
  await Promise.all(Array.from({ length: 40 }, lock));
  const waiting = await ctx.db.inTransaction(async (db) => {
    await exec(db, sql`alter table posts add column more text`);
    const answer = lock();
    const ungranted = sql`select from pg_locks where not granted`;
    await expect.poll(async () => (await ungranted.execute(ctx.db)).rows).not.toEqual([]);
    return { answer };
  });
  expect(await waiting.answer).toEqual({ id: _id });
});
