import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import { digestOf, readSqlFiles } from '../../src/platform/database/sql-files/read-sql-files.ts';
import { withClient } from '../../src/platform/database/with-client.ts';

/** The record of a release in the databases of operators. `server/test/releases/` has one record of each release (decision 76). */
export interface ReleaseRecord {
  /** The digest of each migration. */
  migrations: Record<string, string>;
  /** Each function with its arguments and its result. */
  functions: Record<string, string>;
  /** The digest of the files of its functions. */
  functionsDigest: string;
  /** The rows of each table of a small site. */
  rows: Record<string, object[]>;
}

const RECORDS = new URL('../releases/', import.meta.url);
const DATABASE = new URL('../../src/platform/database/', import.meta.url);
export const migrationsFolder = new URL('migrations/', DATABASE);

/** The releases with a record, the oldest first. */
export async function listReleases(): Promise<string[]> {
  return (await readdir(RECORDS)).toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}

export async function readRelease(release: string): Promise<ReleaseRecord> {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`${release}/${name}.json`, RECORDS), 'utf8')) as never;
  return {
    migrations: await read('migrations'),
    functions: await read('functions'),
    functionsDigest: digestOf(await readFile(new URL(`${release}/functions.sql`, RECORDS), 'utf8')),
    rows: await read('rows'),
  };
}

/** Records this code and the rows of this database as a release. */
export async function freezeRelease(release: string, url: string): Promise<void> {
  const folder = new URL(`${release}/`, RECORDS);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = await readSqlFiles(migrationsFolder);
  const write = async (name: string, content: object) =>
    writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(content, null, 1)}\n`);
  await write('migrations', Object.fromEntries(files.map(({ name, digest }) => [name, digest])));
  await withClient(url, async (client) => {
    await write('functions', await readSignatures(client));
    await write('rows', await readRows(client));
  });
  await writeFile(new URL('functions.sql', folder), await readFunctionFiles());
}

/** The files of our functions, one after the other. */
export async function readFunctionFiles(): Promise<string> {
  const files = await readSqlFiles(new URL('functions/', DATABASE));
  return files.map(({ sql }) => sql).join('\n');
}

/** Brings an empty database to the schema, the functions and the rows of a release. */
export async function restoreRelease(release: string, url: string): Promise<void> {
  const { migrations, rows } = await readRelease(release);
  const folder = await mkdtemp(join(tmpdir(), 'roost-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['migrations', 'functions']) await mkdir(join(folder, name));
  for (const name of Object.keys(migrations))
    await cp(fileURLToPath(new URL(name, migrationsFolder)), join(folder, 'migrations', name));
  const functions = fileURLToPath(new URL(`${release}/functions.sql`, RECORDS));
  await cp(functions, join(folder, 'functions', 'functions.sql'));
  await migrate(url, {
    migrations: pathToFileURL(`${folder}/migrations/`),
    functions: pathToFileURL(`${folder}/functions/`),
  });
  await withClient(url, async (client) => insertRows(client, rows));
}

/** Our functions of this database, with arguments and result. */
export async function readSignatures(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; signature: string }>(`
    select proname as name,
      pg_get_function_arguments(oid) || ' -> ' || pg_get_function_result(oid) as signature
    from pg_proc where pronamespace = current_schema()::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    order by proname`);
  return Object.fromEntries(rows.map(({ name, signature }) => [name, signature]));
}

const KEPT_BY_MIGRATE = ['migrations', 'function_files'];

async function readRows(client: pg.Client): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  );
  for (const { name } of tables) {
    if (KEPT_BY_MIGRATE.includes(name)) continue;
    const { rows } = await client.query<{ row: object }>(
      `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`,
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Inserts a table after those that its rows refer to: if the database refuses one, it comes again after the others. */
async function insertRows(client: pg.Client, rows: Record<string, object[]>): Promise<void> {
  let left = Object.keys(rows);
  await client.query('begin');
  while (left.length > 0) {
    const refused: string[] = [];
    for (const name of left) {
      await client.query('savepoint before');
      const columns = await insertedColumns(client, name);
      // The migrations insert some rows.
      const sql = `insert into "${name}" (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::"${name}", $1) on conflict do nothing`;
      await client.query(sql, [JSON.stringify(rows[name])]).catch(async (error: unknown) => {
        await client.query('rollback to savepoint before');
        if (left.length === 1) throw error;
        refused.push(name);
      });
    }
    if (refused.length === left.length) throw new Error(`No order for ${refused.join(', ')}.`);
    left = refused;
  }
  await client.query('commit');
}

async function insertedColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(format('%I', attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = format('%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.columns ?? '';
}
