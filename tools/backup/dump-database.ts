import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/** The schemas of a Roost: its own tables, and those of the job queue. */
const OUR_SCHEMAS = ['public', 'graphile_worker'];

/** Throws a StartError that says what to install if the program is missing or older than the server. */
export function assertProgram(name: 'pg_dump' | 'pg_restore', serverMajor: number): void {
  const { error, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  const install = `Install the programs of PostgreSQL ${serverMajor}, such as the package postgresql-client-${serverMajor}, and put them first on the PATH.`;
  if (error) throw new StartError(`There is no ${name} on this machine. ${install}`);
  const version = Number(/\s(\d+)/.exec(stdout)?.[1] ?? 0);
  if (version < serverMajor)
    throw new StartError(
      `This ${name} is of PostgreSQL ${version}, and the server of ${serverMajor}. ${install}`,
    );
}

export async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  return rows[0]?.version ?? 0;
}

/** Counts the rows of each table in the snapshot of this transaction. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  // The role may have limits for requests. A count of a large table may take longer.
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  const counts: Record<string, number> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from ${table}`,
    );
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any($1) order by 1`,
    [OUR_SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

export interface Dump {
  content: Readable;
  /** Counts of the same snapshot. */
  rows: Record<string, number>;
  startedAt: Date;
}

/**
 * Dumps the database by `pg_dump`, in a snapshot that this connection exports. `client` must be connected and idle. Owners and
 * rights stay out, because another server has other roles.
 */
export async function startDump(client: pg.Client, url: string): Promise<Dump> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ id: string; now: Date }>(
    'select pg_export_snapshot() as id, clock_timestamp() as now',
  );
  const [snapshot] = rows;
  if (!snapshot) throw new Error('PostgreSQL has no answer');
  const counts = await countRows(client);
  const content = run('pg_dump', url, [
    '--format=custom',
    '--compress=0',
    '--no-owner',
    '--no-privileges',
    // Only the owner of an extension may comment on it.
    '--no-comments',
    `--snapshot=${snapshot.id}`,
  ]);
  return { content, rows: counts, startedAt: snapshot.now };
}

/** Restores a dump into an empty database, in one transaction. */
export async function restoreDump(url: string, file: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const output = run('pg_restore', url, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    file,
  ]);
  output.resume();
  if (signal) addAbortSignal(signal, output);
  await once(output, 'end');
}

/** Whether there are no tables, except those of extensions. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return rows.length === 0;
}

/** Makes a database that was empty before a restore empty again. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  for (const schema of OUR_SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`);
  await client.query('create schema public');
}

/** Runs a program on a database. Its output fails with the first line that it complained about. */
function run(program: string, url: string, options: string[]): Readable {
  const { dbname, env } = addressFor(url);
  const child = spawn(program, [...options, `--dbname=${dbname}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = new PassThrough();
  let complaint = '';
  child.stderr.on(
    'data',
    (part: Buffer) => (complaint = (complaint + part.toString()).slice(0, 9_999)),
  );
  child.stdout.pipe(output, { end: false });
  child.once('error', (error) => output.destroy(error));
  child.once('close', (code) => {
    const line = complaint.split('\n').find((each) => each.includes('error:')) ?? complaint;
    if (code === 0) output.end();
    else output.destroy(new StartError(`${program} failed: ${line.trim() || `exit code ${code}`}`));
  });
  output.once('close', () => child.kill('SIGTERM'));
  return output;
}

/** The password goes by the environment, because everybody can list the arguments of a process. */
function addressFor(url: string): { dbname: string; env: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { dbname: address.href, env: password ? { PGPASSWORD: password } : {} };
}
