import { expect, test } from 'vitest';
import { readSqlFiles } from './read-sql-files.ts';
import { withoutForeignKeys } from './without-foreign-keys.ts';

test('removes a foreign key and nothing else of its column', () => {
  expect(
    withoutForeignKeys(`create table a (
  b_id uuid not null references bs (id) on delete cascade,
  c_id uuid references cs (id),
  check (b_id <> c_id) -- references are many
);`),
  ).toBe(`create table a (
  b_id uuid not null,
  c_id uuid,
  check (b_id <> c_id) -- references are many
);`);
});

test('finds the foreign keys of every migration', async () => {
  const files = await readSqlFiles(new URL('../migrations/', import.meta.url));
  expect(files.length).toBeGreaterThan(0);
  for (const { name, sql } of files)
    expect(withoutForeignKeys(sql.replaceAll(/--.*/g, '')), name).not.toMatch(
      /\breferences\b|foreign key/i,
    );
});
