import { StartError } from '../../../config/start-error.ts';
import type { SqlFile } from './read-sql-files.ts';
import { inTransaction, runStatements, type SchemaSession } from './run-sql.ts';
import { withoutForeignKeys } from './without-foreign-keys.ts';

interface RanFile {
  name: string;
  /** Null in a database from before digests existed. */
  digest: string | null;
  /** The migration that a version must have to work after this one. */
  needs: string | null;
}

const HISTORY_TABLE = `create table if not exists migrations (name text primary key, digest text not null,
  ran_at timestamptz not null default now(), needs text)`;

/** Only where it is missing, because this takes a lock for which a running backup would let it wait. */
const ADD_NEEDS = 'alter table migrations add column if not exists needs text';

/**
 * Runs the migrations that have not run on this database. Returns whether the database is newer than this code: a later version
 * has run migrations that this one does not know.
 */
export async function runMigrations(session: SchemaSession, files: SqlFile[]): Promise<boolean> {
  const { client } = session;
  await client.query(HISTORY_TABLE);
  // By way of JSON, because an old table lacks columns.
  const { rows } = await client.query<RanFile>(
    `select name, to_jsonb(migrations) ->> 'digest' as digest, to_jsonb(migrations) ->> 'needs' as needs
      from migrations order by name collate "C"`,
  );
  checkHistory(rows, files);
  const ran = new Set(rows.map(({ name }) => name));
  for (const file of files) if (!ran.has(file.name)) await runMigration(session, file);
  return rows.some(({ name }) => !files.some((file) => file.name === name));
}

/** A migration runs in one transaction, unless its name says otherwise (decision 76). */
async function runMigration(session: SchemaSession, file: SqlFile): Promise<void> {
  if (file.name.endsWith('.batches.sql')) {
    await runBatches(session, file);
    await inTransaction(session, file.name, async () => note(session, file));
  } else if (file.name.endsWith('.concurrent.sql')) {
    session.log(`${file.name} runs without a transaction; this can take minutes.`);
    await runStatements(session.client, `migrations/${file.name}`, file.sql);
    await inTransaction(session, file.name, async () => note(session, file));
  } else {
    await inTransaction(session, file.name, async () => {
      await runFile(session, file);
      await note(session, file);
    });
  }
}

async function runFile({ client, isSharded }: SchemaSession, { name, sql }: SqlFile) {
  return runStatements(client, `migrations/${name}`, isSharded ? withoutForeignKeys(sql) : sql);
}

/** Repeats the one statement of the file until it changes no row. Each time is a transaction, so a crash loses one batch. */
async function runBatches(session: SchemaSession, file: SqlFile): Promise<void> {
  let all = 0;
  let saidAt = performance.now();
  for (let changed = 1; changed > 0; all += changed) {
    changed = await inTransaction(session, file.name, async () => runFile(session, file));
    if (performance.now() - saidAt < PROGRESS_INTERVAL_MS) continue;
    saidAt = performance.now();
    session.log(`${file.name} has changed ${all} rows so far.`);
  }
}

const PROGRESS_INTERVAL_MS = 10_000;

async function note({ client }: SchemaSession, { name, digest, needs }: SqlFile): Promise<void> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs'`,
  );
  if (rows.length === 0) await client.query(ADD_NEEDS);
  await client.query('insert into migrations (name, digest, needs) values ($1, $2, $3)', [
    name,
    digest,
    needs,
  ]);
}

/** Refuses a database that other migrations made, and one that a later version has made unusable for this one. */
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
  const tooNew = ran.find(({ needs }) => needs !== null && !ours.has(needs));
  if (tooNew)
    throw new StartError(
      `This version of Roost is too old for this database: a newer version has run the migration ${tooNew.name}. Start that version, or go back to a backup from before it (docs/upgrading.md).`,
    );
}
