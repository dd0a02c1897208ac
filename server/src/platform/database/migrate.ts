import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import { readSqlFiles } from './sql-files/read-sql-files.ts';
import { runFunctions } from './sql-files/run-functions.ts';
import { runMigrations } from './sql-files/run-migrations.ts';
import { isShardedDatabase } from './sql-files/run-sql.ts';
import { withClient } from './with-client.ts';

export interface MigrateOptions {
  migrations?: URL;
  functions?: URL;
  /** Receives a line for the operator when something has to wait. */
  log?: (line: string) => void;
  /** For how long a file may wait for its locks. */
  maxWaitMs?: number;
}

/** A fixed number. While one node holds this lock, nodes that start at the same time wait for it. */
export const MIGRATION_LOCK = 7_201_117;
const LOCK_POLL_MS = 200;
const MAX_WAIT_MS = 600_000;

const OUR_FOLDERS = {
  migrations: new URL('./migrations/', import.meta.url),
  functions: new URL('./functions/', import.meta.url),
};

/**
 * Brings the database up to this code. It runs new migrations first, then changed functions, then the migrations of the job
 * queue. It only goes forward. An older node leaves the functions of a newer database as they are.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { log = () => {}, maxWaitMs = MAX_WAIT_MS, ...folders } = options;
  const { migrations, functions } = { ...OUR_FOLDERS, ...folders };
  await withClient(url, async (client) => {
    // The role may have limits for requests. A migration may take longer.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await acquireMigrationLock(client, log);
    const session = { client, isSharded: await isShardedDatabase(client), log, maxWaitMs };
    const isNewer = await runMigrations(session, await readSqlFiles(migrations));
    if (!isNewer) await runFunctions(session, await readSqlFiles(functions));
    await migrateJobs(url);
  });
}

/** The job queue gets a pool of ours. Its own pool would throw an error if a connection is lost while it closes. */
async function migrateJobs(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString });
  pgPool.on('error', () => {});
  // The statements themselves report a lost connection.
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrateJobQueue({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Waits until no other node migrates. It polls, because `create index concurrently` of the other node would wait for a
 * statement that waits for the lock here.
 */
async function acquireMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isOurs) return;
    if (tries === WAIT_NOTICE_TRIES) log('Another node changes the schema; waiting for it.');
    await sleep(LOCK_POLL_MS);
  }
}

/** Nodes that start together often wait for a moment, so it logs only longer waits. */
const WAIT_NOTICE_TRIES = 10;
