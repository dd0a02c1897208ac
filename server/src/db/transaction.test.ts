import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startAppForFile } from '../../test/app.ts';
import type { Context } from '../context.ts';
import { EventBus } from '../domain-events.ts';
import { emit, transaction } from './transaction.ts';

const app = await startAppForFile();

beforeAll(async () => {
  await sql`create table counters (id integer primary key, value integer not null)`.execute(
    app.ctx.db,
  );
});

/** A context with listeners of its own; what they heard, and whether the row was there for others when they did. */
function listening(): { ctx: Context; heard: string[] } {
  const heard: string[] = [];
  const events = new EventBus();
  events.on('sessionsEnded', ({ sessionIds }) => heard.push(...sessionIds));
  return { ctx: { ...app.ctx, events }, heard };
}

const put = async (ctx: Context, id: number, value = 0) =>
  sql`insert into counters values (${id}, ${value})`.execute(ctx.db);

const valueOf = async (id: number) =>
  (await sql<{ value: number }>`select value from counters where id = ${id}`.execute(app.ctx.db))
    .rows[0]?.value;

test('what is emitted is delivered after the commit, in order', async () => {
  const { ctx, heard } = listening();
  await transaction(ctx, async (tx) => {
    emit(tx, { name: 'sessionsEnded', sessionIds: ['first'] });
    await put(tx, 1);
    await transaction(tx, async (inner) =>
      emit(inner, { name: 'sessionsEnded', sessionIds: ['second'] }),
    );
    expect(heard).toEqual([]);
    expect(await valueOf(1)).toBeUndefined();
  });
  expect(heard).toEqual(['first', 'second']);
  expect(await valueOf(1)).toBe(0);
});

test('what fails leaves nothing: no row, no event', async () => {
  const { ctx, heard } = listening();
  const failing = transaction(ctx, async (tx) => {
    await transaction(tx, async (inner) => put(inner, 2));
    emit(tx, { name: 'sessionsEnded', sessionIds: ['never'] });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(heard).toEqual([]);
  expect(await valueOf(2)).toBeUndefined();
});

test('a deadlock is run again, and heard of once', async () => {
  const { ctx, heard } = listening();
  await put(ctx, 3);
  await put(ctx, 4);
  let runs = 0;
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const cross = async (one: number, other: number) =>
    transaction(ctx, async (tx) => {
      runs += 1;
      await sql`update counters set value = value + 1 where id = ${one}`.execute(tx.db);
      arrived += 1;
      if (arrived >= 2) both.resolve();
      await both.promise;
      await sql`update counters set value = value + 1 where id = ${other}`.execute(tx.db);
      emit(tx, { name: 'sessionsEnded', sessionIds: [`${one}`] });
    });
  await Promise.all([cross(3, 4), cross(4, 3)]);
  expect(runs).toBeGreaterThan(2);
  expect([await valueOf(3), await valueOf(4)]).toEqual([2, 2]);
  expect(heard.toSorted()).toEqual(['3', '4']);
});

test('it is not run again for ever, nor for anything else', async () => {
  let runs = 0;
  const raising = async (state: string) => {
    runs = 0;
    await transaction(app.ctx, async () => {
      runs += 1;
      throw Object.assign(new Error('raised'), { code: state });
    }).catch(() => undefined);
    return runs;
  };
  expect(await raising('40001')).toBe(5);
  expect(await raising('40P01')).toBe(5);
  expect(await raising('23505')).toBe(1);
  expect(await raising('57P01')).toBe(1);
});

test('a listener that fails undoes nothing, and keeps the others from nothing', async () => {
  const events = new EventBus();
  const heard: string[][] = [];
  events.on('sessionsEnded', ({ sessionIds }) => {
    if (sessionIds[0] === 'bad') throw new Error('deaf');
    heard.push(sessionIds);
  });
  await transaction({ ...app.ctx, events }, async (tx) => {
    await put(tx, 5);
    emit(tx, { name: 'sessionsEnded', sessionIds: ['bad'] });
    emit(tx, { name: 'sessionsEnded', sessionIds: ['good'] });
  });
  expect(heard).toEqual([['good']]);
  expect(await valueOf(5)).toBe(0);
});

test('outside one nothing can be emitted', () => {
  expect(() => emit(app.ctx, { name: 'sessionsEnded', sessionIds: [] })).toThrow(/outside/);
});

test('where one of several statements fails, none of the others outlives the transaction', async () => {
  const { ctx } = listening();
  const answers: string[] = [];
  const failing = transaction(ctx, async (tx) =>
    Promise.all([
      sql`select 1 / 0`.execute(tx.db),
      ...[1, 2, 3].map(async (n) =>
        sql`select ${n}::int`.execute(tx.db).then(
          () => answers.push('done'),
          (error: unknown) => answers.push(String(error)),
        ),
      ),
    ]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  // Refused by the database as part of the transaction they belonged to (in which nothing was prepared), or not sent any more.
  expect(answers).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/is aborted|is over|does not exist/)),
  );
  // And what could not be prepared then is prepared when it is asked for again.
  await transaction(ctx, async (tx) => sql`select ${1}::int`.execute(tx.db));
});

test('nor does one that is asked for while it is being rolled back', async () => {
  const { ctx } = listening();
  const late = Promise.withResolvers<unknown>();
  const refused = expect(late.promise).rejects.toThrow(/is over|rolled back/);
  const failing = transaction(ctx, async (tx) => {
    const first = sql`select 1 / 0`.execute(tx.db);
    // The time another branch of the work takes, for a file or a hash.
    first.catch(() => setImmediate(() => late.resolve(put(tx, 7))));
    await first;
  });
  await expect(failing).rejects.toThrow('division by zero');
  await refused;
  expect(await valueOf(7)).toBeUndefined();
});

test('a transaction is one from its first statement on', async () => {
  const { ctx } = listening();
  const inTransaction = async (db: Context['db']) =>
    (await sql<{ is: boolean }>`select now() <> statement_timestamp() as is`.execute(db)).rows[0]
      ?.is;
  const found = await transaction(ctx, async (tx) => {
    const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(tx.db);
    await sql`select pg_sleep(0.01)`.execute(tx.db);
    const again = await sql<{ at: string }>`select now()::text as at`.execute(tx.db);
    return [rows[0]?.at === again.rows[0]?.at, await inTransaction(tx.db)];
  });
  expect(found).toEqual([true, true]);
});

test('what is asked for at once is sent at once, and answered in that order', async () => {
  const { ctx } = listening();
  const order: string[] = [];
  const sent = () => app.statements.filter((text) => text.includes('pg_sleep')).length;
  await transaction(ctx, async (tx) => {
    app.statements.length = 0;
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        await sql`select pg_sleep(0.05), ${n}::int`.execute(tx.db);
        order.push(`answered ${n}, ${sent()} sent`);
      }),
    );
  });
  expect(order).toEqual([1, 2, 3].map((n) => `answered ${n}, 3 sent`));
});
