import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withoutForeignKeys } from './without-foreign-keys.ts';

test('a foreign key goes, and nothing else of its column', () => {
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

test('no migration has a foreign key in a form that would stay', async () => {
  const folder = new URL('./migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll(/--.*/g, '');
    expect(withoutForeignKeys(sql), name).not.toMatch(/\breferences\b|foreign key/i);
  }
});
