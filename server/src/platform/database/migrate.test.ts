import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../../../test/support/database.ts';
import { migrate } from './migrate.ts';

/** A folder with these files, or without a file where its content is null. Called again, it changes the same folder. */
async function makeFolder(): Promise<(files: Record<string, string | null>) => Promise<URL>> {
  const root = await mkdtemp(join(tmpdir(), 'roost-sql-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'sql');
  await mkdir(folder);
  return async (files) => {
    for (const [name, content] of Object.entries(files))
      await (content === null ? rm(join(folder, name)) : writeFile(join(folder, name), content));
    return pathToFileURL(`${folder}/`);
  };
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return async <Row extends object>(sql: string): Promise<Row[]> =>
    (await client.query<Row>(sql)).rows;
}

const returning = (value: string) =>
  `create or replace function answer() returns text language sql as $$ select '${value}' $$;`;
/** Adds a row to `runs` each time it runs. */
const counting = (name: string) => `insert into runs values ('${name}');`;

async function databaseWithRuns() {
  const url = await createTestDatabase();
  const query = await connect(url);
  await query('create table runs (name text)');
  const runs = async () =>
    (await query<{ name: string }>('select name from runs')).map(({ name }) => name);
  return { url, query, runs };
}

test('only a changed function file runs at the next start', async () => {
  const { url, query, runs } = await databaseWithRuns();
  const write = await makeFolder();
  const functions = await write({
    'a.sql': counting('a'),
    'b.sql': returning('one') + counting('b'),
  });
  await migrate(url, { functions });
  expect(await runs()).toEqual(['a', 'b']);
  await migrate(url, { functions });
  expect(await runs()).toEqual(['a', 'b']);
  await write({ 'b.sql': returning('two') + counting('b') });
  await migrate(url, { functions });
  expect(await runs()).toEqual(['a', 'b', 'b']);
  expect(await query('select answer()')).toEqual([{ answer: 'two' }]);
});

test('a function file does not run again for a comment above it', async () => {
  const { url, runs } = await databaseWithRuns();
  const write = await makeFolder();
  const functions = await write({ 'a.sql': `-- One; 'word.\n${counting('a')}` });
  await migrate(url, { functions });
  await write({ 'a.sql': `-- Two.\n-- Words.\n\n${counting('a')}` });
  await migrate(url, { functions });
  expect(await runs()).toEqual(['a']);
});

test('a function file that was removed runs again when it comes back', async () => {
  const { url, runs } = await databaseWithRuns();
  const write = await makeFolder();
  const functions = await write({ 'a.sql': counting('a') });
  await migrate(url, { functions });
  await write({ 'a.sql': null });
  await migrate(url, { functions });
  await write({ 'a.sql': counting('a') });
  await migrate(url, { functions });
  expect(await runs()).toEqual(['a', 'a']);
});

test('if one function file fails, none of them has run', async () => {
  const { url, query, runs } = await databaseWithRuns();
  const write = await makeFolder();
  const functions = await write({ 'a.sql': returning('one') });
  await migrate(url, { functions });
  const before = await query('select name, digest, ran_at from function_files');
  await write({ 'a.sql': returning('two') + counting('a'), 'b.sql': 'select 1; select 1 / 0;' });
  await expect(migrate(url, { functions })).rejects.toThrow('functions/b.sql failed');
  expect(await query('select answer()')).toEqual([{ answer: 'one' }]);
  expect(await runs()).toEqual([]);
  expect(await query('select name, digest, ran_at from function_files')).toEqual(before);
});

test('if a migration fails, it leaves nothing behind, and those before it stay', async () => {
  const url = await createEmptyDatabase();
  const query = await connect(url);
  const write = await makeFolder();
  const migrations = await write({
    '1.sql': 'create table one (id int);',
    '2.sql': 'create table two (id int); select 1 / 0;',
  });
  await expect(migrate(url, { migrations })).rejects.toThrow('migrations/2.sql failed');
  expect(await query('select name from migrations')).toEqual([{ name: '1.sql' }]);
  expect(await query(`select to_regclass('one') as one, to_regclass('two') as two`)).toEqual([
    { one: 'one', two: null },
  ]);
});

test('nodes that start at the same moment run each file once', async () => {
  const url = await createEmptyDatabase();
  const query = await connect(url);
  const write = await makeFolder();
  const migrations = await write({ '1.sql': 'create table runs (name text);' });
  const functions = await (await makeFolder())({ 'a.sql': returning('one') + counting('a') });
  await Promise.all([1, 2, 3].map(() => migrate(url, { migrations, functions })));
  expect(await query('select name from migrations')).toEqual([{ name: '1.sql' }]);
  expect(await query('select name from runs')).toEqual([{ name: 'a' }]);
});

test('nodes that start at the same moment create the whole schema', async () => {
  const url = await createEmptyDatabase();
  await Promise.all([migrate(url), migrate(url)]);
  const query = await connect(url);
  for (const [table, folder] of [
    ['migrations', './migrations/'],
    ['function_files', './functions/'],
  ]) {
    const names = await readdir(new URL(folder!, import.meta.url));
    expect(await query(`select name from ${table} order by name`)).toEqual(
      names.toSorted().map((name) => ({ name })),
    );
  }
});

const REFUSAL = /^Another version of Roost made this database: its migration (\S+) .+$/;

test('refuses a database of a version without digests, and changes nothing', async () => {
  const url = await createEmptyDatabase();
  const query = await connect(url);
  await query(
    'create table migrations (name text primary key, ran_at timestamptz not null default now())',
  );
  await query(`insert into migrations (name) values ('0001-accounts-and-posts.sql')`);
  await expect(migrate(url)).rejects.toThrow(REFUSAL);
  expect(await query('select relname from pg_class where relname = $$users$$')).toEqual([]);
});

test('refuses a database on which a migration ran that has changed since', async () => {
  const url = await createEmptyDatabase();
  const write = await makeFolder();
  const migrations = await write({ '1.sql': '-- One.\ncreate table one (id int);' });
  const functions = await (await makeFolder())({});
  await migrate(url, { migrations, functions });
  await write({ '1.sql': '-- Another comment.\ncreate table one (id int);' });
  await migrate(url, { migrations, functions });
  await write({ '1.sql': 'create table one (id bigint);' });
  await expect(migrate(url, { migrations, functions })).rejects.toThrow(REFUSAL);
});

test('an older node does not change the functions of a newer database', async () => {
  const { url, query } = await databaseWithRuns();
  const write = await makeFolder();
  const functions = await write({ 'a.sql': returning('newer') });
  await migrate(url, { functions });
  await query(`insert into migrations (name, digest) values ('9999-later.sql', '')`);
  await write({ 'a.sql': returning('older') });
  await migrate(url, { functions });
  expect(await query('select answer()')).toEqual([{ answer: 'newer' }]);
});

const OUR_FUNCTIONS = `pronamespace = current_schema()::regnamespace and not exists (
  select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

test('each function has one file, except those that the schema needs', async () => {
  const query = await connect(await createTestDatabase());
  const found = await query<{ name: string }>(
    `select proname as name from pg_proc where ${OUR_FUNCTIONS}`,
  );
  const files = await readdir(new URL('./functions/', import.meta.url));
  const names = files.map((name) => name.replace('.sql', '').replaceAll('-', '_'));
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...names, 'folded_name', 'searched_names', 'refuse_audit_change'].toSorted(),
  );
});

test('no table and no index depends on a function that has a file', async () => {
  const query = await connect(await createTestDatabase());
  expect(
    await query(`select distinct proname as name from pg_proc
      join pg_depend on refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid and classid <> 'pg_proc'::regclass
      where ${OUR_FUNCTIONS} order by proname`),
    // The trigger of the audit log is a part of the schema, like the generated column.
  ).toEqual([{ name: 'refuse_audit_change' }, { name: 'searched_names' }]);
});
