import { sql } from 'kysely';
import type { Database } from '../database/client.ts';
import { one } from '../database/query.ts';

export interface StuckArchive {
  /** The segment of the WAL that it refuses. */
  segment: string;
  /** Since it took the last one. */
  seconds: number;
}

/** Whether the archive refuses the WAL. Null if the last try succeeded. */
export async function findStuckArchive(db: Database): Promise<StuckArchive | null> {
  const found = await one(
    db,
    { segment: 'text', seconds: 'float8' },
    sql`select last_failed_wal as segment,
        extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8 as seconds
      from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  );
  return found ?? null;
}
