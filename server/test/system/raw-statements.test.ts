import { expect, test } from 'vitest';
import { placesIn, serverFiles } from '../support/sql-places.ts';

/** Finds raw SQL that runs without `rows`, `one` or `exec`. The query builder's `execute` has no argument. */
const bypassesOf = (code: string) => code.match(/\.execute\(\s*[^\s)]|\.executeQuery\(/g) ?? [];

test('recognises raw SQL that declares no columns', () => {
  for (const bad of [
    'sql`select 1`.execute(ctx.db)',
    'sql<{ id: string }>`select id from users`.execute(\n    ctx.db.reads,\n  )',
    'statement.execute(tx.db)',
    'ctx.db.executeQuery(statement.compile(ctx.db))',
  ])
    expect(bypassesOf(bad), bad).toHaveLength(1);
  for (const good of [
    "ctx.db.selectFrom('users').execute()",
    "rows(ctx.db, { id: 'uuid' }, sql`select id from users`)",
    ".where('created_at', '<', sql<Date>`now()`)",
  ])
    expect(bypassesOf(good), good).toEqual([]);
});

test('raw SQL runs by rows, one or exec, so that tests compare its columns', () => {
  const bypassing = serverFiles().filter(({ code }) => bypassesOf(code).length > 0);
  expect(bypassing.map(({ file }) => file)).toEqual([]);
});

test('finds each call that runs raw SQL', () => {
  const lines = [
    '// rows(db) in a comment',
    'await rows(db, { id: "uuid" }, sql`select id from users`);',
    'return tx.exec(1) ?? findOne(row) ?? rows.at(-1);',
    'one(db, columns, sql`select`) ?? exec(db, sql`select`);',
  ];
  const places = placesIn({ file: 'a.ts', code: lines.join('\n') });
  expect(places).toEqual(['a.ts:2:7', 'a.ts:4:1', 'a.ts:4:34']);
});
