import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { readCatalog } from './catalog.ts';
import { distributions } from './keys.ts';
import { canEnforce, relaxConstraints } from './relax-constraints.ts';

const client = new pg.Client({ connectionString: await createTestDatabase() });
await client.connect();
afterAll(() => client.end());

test('the list names every table of the migrations', async () => {
  const { tables } = await readCatalog(client);
  expect(tables.filter((table) => !distributions.has(table))).toEqual([]);
});

test('every key is a column that cannot be null', async () => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_nullable = 'NO'`,
  );
  const notNullable = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const keys = [...distributions].flatMap(([table, distribution]) =>
    distribution.kind === 'distributed' ? [`${table}.${distribution.key}`] : [],
  );
  expect(keys.filter((key) => !notNullable.has(key))).toEqual([]);
});

test('removes the constraints that Citus cannot enforce, once', async () => {
  const before = await readCatalog(client);
  for (const { sql } of relaxConstraints(before)) await client.query(sql);
  const after = await readCatalog(client);
  expect(relaxConstraints(after)).toEqual([]);
  expect(after.foreignKeys).toEqual(before.foreignKeys.filter(canEnforce));
  expect(after.foreignKeys.map(({ name }) => name)).toContain('accounts_user_id_fkey');
  for (const { table, columns, name } of after.uniqueIndexes) {
    const distribution = distributions.get(table);
    if (distribution?.kind === 'distributed') expect(columns, name).toContain(distribution.key);
  }
  expect(after.uniqueIndexes.map(({ name }) => name)).toEqual(
    before.uniqueIndexes.map(({ name }) => name),
  );
});
