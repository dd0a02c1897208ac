import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

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
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'platform/database/query.ts',
  );
  const bypassing = files.filter(
    (file) => bypassesOf(readFileSync(join(source, file), 'utf8')).length > 0,
  );
  expect(bypassing).toEqual([]);
});
