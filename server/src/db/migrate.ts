import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { statementsOf } from './statements-of.ts';
import { withoutForeignKeys } from './without-foreign-keys.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Any fixed number: it makes nodes that start together migrate one after the other. */
export const MIGRATION_LOCK = 7_201_117;
/** A transaction that has worked on all shards at once could not go on with what is done on one after the other. */
const ONE_BY_ONE = `set local citus.multi_shard_modify_mode = 'sequential';`;

/**
 * Brings the database up to this code: our own `.sql` files in order, each in a transaction of its own, then
 * the job queue's. Forward only; what has run is never run again.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const onNodes = await isDistributed(client);
    for (const name of files) {
      if (done.has(name)) continue;
      const sql = await readFile(new URL(name, folder), 'utf8');
      await runFile(client, name, onNodes ? [ONE_BY_ONE, withoutForeignKeys(sql)].join('\n') : sql);
    }
    await runMigrations({ connectionString: url });
  } finally {
    await client.end();
  }
}

/** Whether `npm run shard` has been here: tables lie on several nodes. */
async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows: citus } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (citus.length === 0) return false;
  const { rows: tables } = await client.query('select from pg_dist_partition limit 1');
  return tables.length > 0;
}

async function runFile(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '2s'");
    for (const statement of statementsOf(sql)) await client.query(statement);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
