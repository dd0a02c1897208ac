import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { readCatalog } from './catalog.ts';
import { places } from './keys.ts';
import { canHold, loosen } from './loosen.ts';

const client = new pg.Client({ connectionString: await createTestDatabase() });
await client.connect();
afterAll(() => client.end());

test('every table of the migrations has its place', async () => {
  const { tables } = await readCatalog(client);
  expect(tables.filter((table) => !places.has(table))).toEqual([]);
});

test('every key is a column that is never empty', async () => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_nullable = 'NO'`,
  );
  const filled = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const keys = [...places].flatMap(([table, place]) =>
    place.kind === 'distributed' ? [`${table}.${place.key}`] : [],
  );
  expect(keys.filter((key) => !filled.has(key))).toEqual([]);
});

test('what a distributed database can’t hold is taken away, once; the rest stays', async () => {
  const before = await readCatalog(client);
  for (const { sql } of loosen(before)) await client.query(sql);
  const after = await readCatalog(client);
  expect(loosen(after)).toEqual([]);
  expect(after.foreignKeys).toEqual(before.foreignKeys.filter(canHold));
  expect(after.foreignKeys.map(({ name }) => name)).toContain('accounts_user_id_fkey');
  for (const { table, columns, name } of after.uniqueIndexes) {
    const place = places.get(table);
    if (place?.kind === 'distributed') expect(columns, name).toContain(place.key);
  }
  expect(after.uniqueIndexes.map(({ name }) => name)).toEqual(
    before.uniqueIndexes.map(({ name }) => name),
  );
});
