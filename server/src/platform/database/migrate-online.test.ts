import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAppForTest } from '../../../test/support/app.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../test/support/database.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { withClient } from './with-client.ts';

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-sql-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return pathToFileURL(`${folder}/`);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const FIRST = {
  '1.sql': `create table people (id int primary key, name text, folded text);
    insert into people (id, name) select n, 'Person ' || n from generate_series(1, 25) n;`,
};

/** A database with 25 people, and a function that brings it up to these files as well. */
async function databaseWithPeople() {
  const url = await createEmptyDatabase();
  const functions = await folderOf({});
  const lines: string[] = [];
  const upgrade = async (files: Record<string, string>, maxWaitMs?: number) =>
    migrate(url, {
      migrations: await folderOf({ ...FIRST, ...files }),
      functions,
      log: (line) => lines.push(line),
      ...(maxWaitMs !== undefined && { maxWaitMs }),
    });
  await upgrade({});
  return { url, upgrade, lines, client: await connect(url) };
}

const ADD_COLUMN = { '2.sql': 'alter table people add column age int;' };

test('a migration that gets no lock rolls back, says so, and tries again', async () => {
  const { url, upgrade, lines, client } = await databaseWithPeople();
  const other = await connect(url);
  await other.query('begin; lock table people in access share mode');
  const upgraded = upgrade(ADD_COLUMN);
  await vi.waitFor(() => expect(lines).not.toEqual([]), 10_000);
  expect(lines[0]).toMatch(
    /^2\.sql has waited \d+ s for a lock; the oldest transaction is that of process \d+, \d+ s old; trying again\.$/,
  );
  // The migration holds no lock in its pause, so nobody waits behind it.
  await client.query(
    `begin; set local lock_timeout = '5s'; lock table people in access share mode; commit`,
  );
  await other.query('commit');
  await upgraded;
  expect((await client.query('select age from people limit 1')).rows).toEqual([{ age: null }]);
});

test('after its patience, a migration fails with one line that names what to do', async () => {
  const { url, upgrade } = await databaseWithPeople();
  const other = await connect(url);
  await other.query('begin; lock table people in access share mode');
  await expect(upgrade(ADD_COLUMN, 1)).rejects.toThrow(/^2\.sql has waited .+ End that session/);
  await other.query('commit');
  await upgrade(ADD_COLUMN);
});

test('a limit for requests of the role does not stop a migration', async () => {
  const { url } = await databaseWithPeople();
  const limited = new URL(url);
  limited.searchParams.set('options', '-c statement_timeout=100');
  const slow = { ...FIRST, '2.sql': 'do $$ begin perform pg_sleep(0.3); end $$;' };
  await migrate(limited.href, {
    migrations: await folderOf(slow),
    functions: await folderOf({}),
  });
});

test('a server that starts while another node migrates says so in its log', async () => {
  const url = await createTestDatabase();
  const other = await connect(url);
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const lines: string[] = [];
  const starting = startAppForTest(
    { DATABASE_URL: url, LOG_LEVEL: 'warn' },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  await vi.waitFor(() => expect(lines.join()).toContain('Another node changes the schema'), 10_000);
  await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  await starting;
});

test('a node that waits for the migrations of another one says so', async () => {
  const { url, upgrade, lines } = await databaseWithPeople();
  const other = await connect(url);
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const upgraded = upgrade(ADD_COLUMN);
  await vi.waitFor(() => expect(lines.join()).toContain('Another node changes the schema'), 10_000);
  await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  await upgraded;
});

const FOLD = `update people set folded = lower(name)
  where id in (select id from people where folded is null order by id limit 10);`;

test('a node whose connection is lost while it waits fails with one error', async () => {
  const url = await createEmptyDatabase();
  await withClient(url, async (other) => {
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const waited = migrate(url).catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const { rowCount } = await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle' and query like 'select pg_try_advisory_lock%'`,
      );
      expect(rowCount).toBe(1);
    }, 10_000);
    expect(await waited).toBeInstanceOf(Error);
  });
});

test('a file of batches repeats its statement, each time in a transaction of its own', async () => {
  const { upgrade, client } = await databaseWithPeople();
  await upgrade({ '2.batches.sql': FOLD });
  const { rows } = await client.query<{ rows: number }>(
    'select count(*)::int as rows from people where folded = lower(name) group by xmin order by 1',
  );
  expect(rows).toEqual([{ rows: 5 }, { rows: 10 }, { rows: 10 }]);
  const names = await client.query('select name from migrations order by name');
  expect(names.rows).toEqual([{ name: '1.sql' }, { name: '2.batches.sql' }]);
});

test('an interrupted file of batches goes on with the rows that are left', async () => {
  const { upgrade, client } = await databaseWithPeople();
  await client.query(`create function stop_at_15() returns trigger language plpgsql as
    $$ begin if new.id = 15 then raise 'stop'; end if; return new; end $$;
    create trigger stop before update on people for each row execute function stop_at_15()`);
  await expect(upgrade({ '2.batches.sql': FOLD })).rejects.toThrow('2.batches.sql failed');
  const done = async () =>
    (await client.query<{ done: number }>('select count(folded)::int as done from people')).rows[0];
  expect(await done()).toEqual({ done: 10 });
  await client.query('drop trigger stop on people');
  await upgrade({ '2.batches.sql': FOLD });
  expect(await done()).toEqual({ done: 25 });
});

test('a concurrent file makes an index while another session writes, and repairs an index that failed', async () => {
  const { url, upgrade, client } = await databaseWithPeople();
  const files = {
    '2.concurrent.sql': `drop index concurrently if exists people_name;
      create unique index concurrently people_name on people (name);`,
  };
  await client.query(`insert into people values (26, 'Person 1')`);
  await expect(upgrade(files)).rejects.toThrow('2.concurrent.sql failed');
  await client.query('delete from people where id = 26');
  const writer = await connect(url);
  await writer.query(`begin; insert into people values (27, 'Person 27')`);
  const upgraded = upgrade(files);
  // Would wait for a plain `create index`.
  await client.query(`insert into people values (28, 'Person 28')`);
  await writer.query('commit');
  await upgraded;
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = 'people_name'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a version that lacks what a later migration needs refuses to start, with one line', async () => {
  const { upgrade } = await databaseWithPeople();
  const contracted = {
    ...ADD_COLUMN,
    '3.contract.sql': '-- Needs: 2.sql\nalter table people drop column folded;',
  };
  await upgrade(contracted);
  // The previous release knows the column that replaces the old one.
  await upgrade(ADD_COLUMN);
  await expect(upgrade({})).rejects.toThrow(
    /^This version of Roost is too old for this database: a newer version has run the migration 3\.contract\.sql\. .+$/,
  );
});

test('a history from before versions said what they need gets the column', async () => {
  const { upgrade, client } = await databaseWithPeople();
  await client.query('alter table migrations drop column needs');
  await upgrade(ADD_COLUMN);
  const { rows } = await client.query('select needs from migrations order by name');
  expect(rows).toEqual([{ needs: null }, { needs: null }]);
});
