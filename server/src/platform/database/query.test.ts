import { sql } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { declaredColumns, differencesOf } from '../../../test/support/result-columns.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openDatabase } from './client.ts';
import { exec, narrow, one, rows, type Columns } from './query.ts';
import { transaction } from './transaction.ts';

const { ctx } = await startAppForFile();

test('rows, one and exec run raw SQL', async () => {
  await exec(ctx.db, sql`create table words (word text, place int)`);
  await exec(ctx.db, sql`insert into words values ('one', 1), ('two', null)`);
  const columns = { word: 'text', place: 'int4?' } as const;
  const all = await rows(ctx.db.reads, columns, sql`select word, place from words order by word`);
  expect(all).toEqual([
    { word: 'one', place: 1 },
    { word: 'two', place: null },
  ]);
  const none = await one(ctx.db.reads, columns, sql`select * from words where place > ${1}::int`);
  expect(none).toBeUndefined();
});

test('PostgreSQL plans a statement once, also for a short list of ids', async () => {
  await transaction(ctx, async (tx) => {
    const lengths = [1, 2, 1, 3, 1, 2, 1];
    for (const length of lengths) {
      const ids = Array.from({ length }, () => NOBODY);
      await rows(tx.db, { id: 'uuid' }, sql`select id from users where id = any(${ids}::uuid[])`);
    }
    const plans = await one(
      tx.db,
      { once: 'int8', each: 'int8' },
      sql`select generic_plans as once, custom_plans as each from pg_prepared_statements
        where statement like ${'select id from users where id = any(%'}`,
    );
    expect(plans).toEqual({ once: lengths.length, each: 0 });
  });
});

test('int8 arrives as a number, also in an array', async () => {
  const columns = { count: 'int8', times: 'int8[]' } as const;
  const found = await one(
    ctx.db.reads,
    columns,
    sql`select 2::int8 as count, array[${1_732_400_000_123_456}::int8] as times`,
  );
  expect(found).toEqual({ count: 2, times: [1_732_400_000_123_456] });
});

test('in a transaction they see what it wrote', async () => {
  await exec(ctx.db, sql`create table written_rows (id int)`);
  await transaction(ctx, async (tx) => {
    await exec(tx.db, sql`insert into written_rows values (${1}::int)`);
    const seen = await one(tx.db.reads, { count: 'int8' }, sql`select count(*) from written_rows`);
    expect(seen).toEqual({ count: 1 });
  });
});

test.each<{ declared: Columns; differences: RegExp[] }>([
  { declared: { id: 'int4', name: 'text', left: 'bool?' }, differences: [] },
  { declared: { id: 'int8', name: 'text', left: 'bool?' }, differences: [/id is no int8/] },
  { declared: { id: 'int4', name: 'text', left: 'bool' }, differences: [/left is null/] },
  { declared: { id: 'int4', left: 'bool?' }, differences: [/name is not declared/] },
  {
    declared: { id: 'int4', name: 'text', left: 'bool?', more: 'text' },
    differences: [/more is missing/],
  },
])('tests compare declared columns with the result: $declared', async (each) => {
  const found: string[] = [];
  const db = openDatabase({
    url: await createTestDatabase(),
    preparedStatements: true,
    onError: () => {},
    onResult: (text, result) => void found.push(...differencesOf(text, result)),
  });
  await rows(db, each.declared, sql`select 1 as id, ${'x'}::text as name, null::bool as left`);
  await db.destroy();
  expect(found).toEqual(each.differences.map((difference) => expect.stringMatching(difference)));
});

test('narrowed columns have the narrower type, and tests compare their PostgreSQL type', async () => {
  const columns = {
    kind: narrow<'image' | 'video'>('text'),
    size: narrow<{ width: number } | null>('jsonb?'),
  };
  const found = await one(
    ctx.db.reads,
    columns,
    sql`select ${'image'}::text as kind, ${'{"width": 3}'}::jsonb as size`,
  );
  expectTypeOf(found!).toEqualTypeOf<{
    kind: 'image' | 'video';
    size: { width: number } | null;
  }>();
  expect(found).toEqual({ kind: 'image', size: { width: 3 } });
  const wrong = {
    fields: [
      { name: 'kind', dataTypeID: 23 },
      { name: 'size', dataTypeID: 3802 },
    ],
  };
  expect(
    differencesOf([...declaredColumns].find(([, declared]) => declared === columns)![0], wrong),
  ).toEqual([expect.stringMatching(/kind is no text/)]);
});
