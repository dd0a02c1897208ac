import type pg from 'pg';
import { StartError } from '../../../config/start-error.ts';
import type { SqlFile } from './read-sql-files.ts';
import { inTransaction, isShardedDatabase, runStatements } from './run-sql.ts';
import { withoutForeignKeys } from './without-foreign-keys.ts';

interface RanFile {
  name: string;
  /** Null in a database from before digests existed. */
  digest: string | null;
}

/**
 * Runs the migrations that have not run on this database, each in its own transaction. Returns whether the database is newer
 * than this code: a later version has run migrations that this one does not know.
 */
export async function runMigrations(client: pg.Client, files: SqlFile[]): Promise<boolean> {
  await client.query(
    `create table if not exists migrations (name text primary key, digest text not null,
      ran_at timestamptz not null default now())`,
  );
  // By way of JSON, because an old table has no column for the digest.
  const { rows } = await client.query<RanFile>(
    `select name, to_jsonb(migrations) ->> 'digest' as digest from migrations order by name collate "C"`,
  );
  checkHistory(rows, files);
  const ran = new Set(rows.map(({ name }) => name));
  const isSharded = await isShardedDatabase(client);
  for (const { name, sql, digest } of files) {
    if (ran.has(name)) continue;
    await inTransaction(client, isSharded, async () => {
      await runStatements(client, `migrations/${name}`, isSharded ? withoutForeignKeys(sql) : sql);
      await client.query('insert into migrations (name, digest) values ($1, $2)', [name, digest]);
    });
  }
  return rows.some(({ name }) => !files.some((file) => file.name === name));
}

/** Refuses a database that other migrations made: one that ran differs from ours, or we lack one that comes before our last. */
function checkHistory(ran: RanFile[], files: SqlFile[]): void {
  const ours = new Map(files.map(({ name, digest }) => [name, digest]));
  const last = files.at(-1)?.name ?? '';
  const foreign = ran.find(({ name, digest }) =>
    ours.has(name) ? ours.get(name) !== digest : name < last,
  );
  if (foreign)
    throw new StartError(
      `Another version of Roost made this database: its migration ${foreign.name} is not part of this version. Before version 1.0.0 there is no upgrade. Use a new data folder (ROOST_DATA) or an empty database (DATABASE_URL), or start the version that made this one.`,
    );
}
