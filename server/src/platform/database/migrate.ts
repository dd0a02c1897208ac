import pg from 'pg';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import { readSqlFiles } from './sql-files/read-sql-files.ts';
import { runFunctions } from './sql-files/run-functions.ts';
import { runMigrations } from './sql-files/run-migrations.ts';

interface SqlFolders {
  migrations: URL;
  functions: URL;
}

/** A fixed number. While one node holds this lock, nodes that start at the same time wait for it. */
export const MIGRATION_LOCK = 7_201_117;
const OUR_FOLDERS: SqlFolders = {
  migrations: new URL('./migrations/', import.meta.url),
  functions: new URL('./functions/', import.meta.url),
};

/**
 * Brings the database up to this code: first the migrations that have not run, then the functions that have changed, then the
 * migrations of the job queue. It only goes forward. An older node leaves the functions of a newer database as they are.
 */
export async function migrate(url: string, folders: Partial<SqlFolders> = {}): Promise<void> {
  const { migrations, functions } = { ...OUR_FOLDERS, ...folders };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const isNewer = await runMigrations(client, await readSqlFiles(migrations));
    if (!isNewer) await runFunctions(client, await readSqlFiles(functions));
    await migrateJobQueue({ connectionString: url });
  } finally {
    await client.end();
  }
}
