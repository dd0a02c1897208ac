import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';

/** Sets everybody's last feed visit to an hour ago, without a stored snapshot that would save work. */
export async function addReaders(db: Database): Promise<void> {
  await sql`
    insert into feed_readers (user_id, read_at) select id, now() - interval '1 hour' from users`.execute(
    db,
  );
  await sql`
    insert into feed_snapshots (user_id, tab, slot, snapshot_id, started_at, post_ids, original_ids)
    select id, 'foryou', 0, uuidv7(), now() - interval '1 hour', array_fill(id, array[300]), array_fill(null::uuid, array[300])
    from users`.execute(db);
  await sql`
    insert into feed_pages (user_id, page_id, post_ids)
    select id, uuidv7(), array_fill(id, array[10]) from users cross join generate_series(1, 12)`.execute(
    db,
  );
  for (const table of ['feed_readers', 'feed_snapshots', 'feed_pages'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
