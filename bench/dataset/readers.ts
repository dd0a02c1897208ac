import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';

/** Sets everybody's last feed visit to an hour ago, without a stored snapshot that would save work. */
export async function addReaders(db: Database): Promise<void> {
  await sql`
    insert into feed_readers (user_id, read_at, seen)
    select id, now() - interval '1 hour', decode(repeat(md5(id::text), 30), 'hex') from users`.execute(
    db,
  );
  await sql`
    insert into feed_snapshots (user_id, tab, snapshot_id, started_at, is_large_network, list, originals)
    select id, 'foryou', uuidv7(), now() - interval '1 hour', true, decode(repeat(md5(id::text), 300), 'hex'), ''
    from users`.execute(db);
  for (const table of ['feed_readers', 'feed_snapshots'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
