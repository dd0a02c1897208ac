import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import type { Context } from '../../kernel/context.ts';
import { defineEvent, EventBus, subscription } from '../../kernel/events.ts';
import { emit, transaction } from './transaction.ts';

const app = await startAppForFile();

beforeAll(async () => {
  await sql`create table counters (id integer primary key, value integer not null)`.execute(
    app.ctx.db,
  );
});

const happened = defineEvent<{ name: string }>('happened');

function busOf(hear: (name: string) => void): EventBus<Context> {
  const events = new EventBus<Context>(() => {});
  events.useTable(app.ctx, [
    subscription(happened, { afterCommit: [(_: Context, { name }) => hear(name)] }),
  ]);
  return events;
}

/** A context with its own listeners, and what they heard. */
function listening(): { ctx: Context; heard: string[] } {
  const heard: string[] = [];
  return { ctx: { ...app.ctx, events: busOf((name) => heard.push(name)) }, heard };
}

const put = async (ctx: Context, id: number, value = 0) =>
  sql`insert into counters values (${id}, ${value})`.execute(ctx.db);

const valueOf = async (id: number) =>
  (await sql<{ value: number }>`select value from counters where id = ${id}`.execute(app.ctx.db))
    .rows[0]?.value;

test('events reach listeners after the commit, in order', async () => {
  const { ctx, heard } = listening();
  await transaction(ctx, async (tx) => {
    emit(tx, happened, { name: 'first' });
    await put(tx, 1);
    await transaction(tx, async (inner) => emit(inner, happened, { name: 'second' }));
    expect(heard).toEqual([]);
    expect(await valueOf(1)).toBeUndefined();
  });
  expect(heard).toEqual(['first', 'second']);
  expect(await valueOf(1)).toBe(0);
});

test('a failed transaction leaves no row and no event', async () => {
  const { ctx, heard } = listening();
  const failing = transaction(ctx, async (tx) => {
    await transaction(tx, async (inner) => put(inner, 2));
    emit(tx, happened, { name: 'never' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(heard).toEqual([]);
  expect(await valueOf(2)).toBeUndefined();
});

test('a deadlock runs the work again, and its events arrive once', async () => {
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
      emit(tx, happened, { name: `${one}` });
    });
  await Promise.all([cross(3, 4), cross(4, 3)]);
  expect(runs).toBeGreaterThan(2);
  expect([await valueOf(3), await valueOf(4)]).toEqual([2, 2]);
  expect(heard.toSorted()).toEqual(['3', '4']);
});

test('only deadlocks and serialisation failures run again, five times at most', async () => {
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

test('a listener that fails neither undoes the commit nor stops other listeners', async () => {
  const heard: string[] = [];
  const events = busOf((name) => {
    if (name === 'bad') throw new Error('deaf');
    heard.push(name);
  });
  await transaction({ ...app.ctx, events }, async (tx) => {
    await put(tx, 5);
    emit(tx, happened, { name: 'bad' });
    emit(tx, happened, { name: 'good' });
  });
  expect(heard).toEqual(['good']);
  expect(await valueOf(5)).toBe(0);
});

test('emit throws outside a transaction', () => {
  expect(() => emit(app.ctx, happened, { name: '' })).toThrow(/outside/);
});

test('when one of several statements fails, the others do not outlive the transaction', async () => {
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
  // The database refused them after the failed one, or the server did not send them.
  expect(answers).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/division by zero|is over/)),
  );
  // A statement that could not be prepared then is prepared the next time.
  await transaction(ctx, async (tx) => sql`select ${1}::int`.execute(tx.db));
});

test('a transaction with a swallowed error does not count as committed', async () => {
  const swallowing = transaction(app.ctx, async (tx) => {
    await put(tx, 9);
    await sql`select 1 / 0`.execute(tx.db).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('division by zero');
  expect(await valueOf(9)).toBeUndefined();
});

test('a statement during the rollback is refused', async () => {
  const { ctx } = listening();
  const late = Promise.withResolvers<unknown>();
  const refused = expect(late.promise).rejects.toThrow(/is over|rolled back/);
  const failing = transaction(ctx, async (tx) => {
    const first = sql`select 1 / 0`.execute(tx.db);
    // Another branch of the work may take this long, for a file or a hash.
    first.catch(() => setImmediate(() => late.resolve(put(tx, 7))));
    await first;
  });
  await expect(failing).rejects.toThrow('division by zero');
  await refused;
  expect(await valueOf(7)).toBeUndefined();
});

test('the first statement already belongs to the transaction', async () => {
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

test('statements of one moment leave at once, and their answers come in order', async () => {
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
