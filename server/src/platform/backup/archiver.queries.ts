import { sql } from 'kysely';
import type { Database } from '../database/client.ts';
import { one } from '../database/query.ts';

/** For how long the archive has refused the WAL, in seconds. 0 if the last try succeeded. */
export async function findStuckArchive(db: Database): Promise<number> {
  const found = await one(
    db,
    { seconds: 'float8' },
    sql`select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8 as seconds
      from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  );
  return found?.seconds ?? 0;
}
