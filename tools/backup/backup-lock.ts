import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/** A fixed number. The process that holds this lock in the database makes a backup. */
const BACKUP_LOCK = 7_201_118;

/** Takes the lock for as long as this connection lives. Throws a StartError if another process holds it. */
export async function acquireBackupLock(client: pg.Client): Promise<void> {
  // The connection can idle for hours, while files are copied.
  await client.query('set idle_session_timeout = 0');
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1) as held',
    [BACKUP_LOCK],
  );
  if (!rows[0]?.held) throw new StartError('Another backup is being made right now.');
}

/** Throws a StartError if the connection was lost. Another backup may have deleted files of this one since then. */
export async function assertBackupLock(client: pg.Client): Promise<void> {
  const lost = (cause?: unknown) =>
    new StartError(
      'The connection that kept other backups away was lost, so this backup is not complete. Make it again.',
      { cause },
    );
  const { rows } = await client
    .query<{ held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
        and objid = $1::oid and objsubid = 1) as held`,
      [BACKUP_LOCK],
    )
    .catch((error: unknown) => {
      throw lost(error);
    });
  if (!rows[0]?.held) throw lost();
}
