import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/app.ts';

const { ctx } = await startAppForFile();

const backend = async (db = ctx.db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, ${1}::int`.execute(
    db,
  );
  return rows[0]?.pid;
};

test('reads asked for at once share a connection, a few at a time', async () => {
  const [one, ...others] = await Promise.all([backend(), backend(), backend(), backend()]);
  expect(others).toEqual([one, one, one]);
  const many = await Promise.all(Array.from({ length: 12 }, async () => backend()));
  expect(new Set(many).size).toBeGreaterThan(1);
});

test('one that is always slow goes alone, until it no longer is', async () => {
  const sleeper = async (seconds: number) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from pg_sleep(${seconds})`.execute(ctx.db);
    return rows[0]?.pid;
  };
  const together = async (seconds: number) => {
    const [sleeping, ...others] = await Promise.all([sleeper(seconds), backend(), backend()]);
    return others.includes(sleeping);
  };
  expect(await together(0.02)).toBe(true);
  for (let n = 0; n < 20; n += 1) await sleeper(0.02);
  expect(await together(0.02)).toBe(false);
  await expect.poll(async () => together(0)).toBe(true);
});

test('one that fails fails alone', async () => {
  const broken = sql`select 1 / ${0}::int`.execute(ctx.db);
  const [before, failure, after] = await Promise.allSettled([backend(), broken, backend()]);
  expect([before.status, failure.status, after.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await backend()).toBeTypeOf('number');
});

test('a transaction has a connection of its own, and what waits for a lock holds up no read', async () => {
  const { rows } = await sql<{ id: number }>`create table held as select 1 as id`.execute(ctx.db);
  expect(rows).toEqual([]);
  await ctx.db.transaction().execute(async (tx) => {
    await sql`update held set id = ${2}::int`.execute(tx);
    const waits = sql`update held set id = id + ${1}::int`.execute(ctx.db);
    const locks = sql`select id from held where id > ${0}::int for update`.execute(ctx.db);
    const others = await Promise.all([backend(), backend()]);
    expect(others).not.toContain(await backend(tx));
    const seen = await sql<{ id: number }>`select id from held where id > ${0}::int`.execute(
      ctx.db,
    );
    expect(seen.rows).toEqual([{ id: 1 }]);
    void Promise.allSettled([waits, locks]);
  });
});

test('what is set on a connection is there for what follows on it', async () => {
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
