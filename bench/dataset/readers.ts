import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';

/** The length of a list, with the reserve of its look-back window. */
const POSTS_IN_WINDOW = 250;

/** Sets everybody's last feed visit to an hour ago, without a stored snapshot that would save work. */
export async function addReaders(db: Database): Promise<void> {
  await sql`
    insert into feed_readers (user_id, read_at) select id, now() - interval '1 hour' from users`.execute(
    db,
  );
  // That visit also stored the window of about one list. The share of posts that are younger than a part of the year is that
  // part to the power of 2/3 (tools/seed/scale/posts.ts).
  await sql`
    insert into feed_snapshots (user_id, tab, slot, snapshot_id, started_at, look_back_ms, post_ids, original_ids)
    select users.id, 'foryou', 0, uuidv7(), now() - interval '1 hour',
      extract(epoch from interval '365 days') * 1000
        * least(1, ${sql.lit(POSTS_IN_WINDOW)} / greatest(1, coalesce(posts, 0))) ^ 1.5,
      array_fill(users.id, array[300]), array_fill(null::uuid, array[300])
    from users left join (
      select follower_id, sum(public_posts_count + followers_posts_count)::float8 as posts
      from follows join user_stats on user_id = followee_id group by follower_id
    ) as followed on follower_id = users.id`.execute(db);
  await sql`
    insert into feed_pages (user_id, page_id, post_ids)
    select id, uuidv7(), array_fill(id, array[10]) from users cross join generate_series(1, 12)`.execute(
    db,
  );
  for (const table of ['feed_readers', 'feed_snapshots', 'feed_pages'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
