import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database/client.ts';

/** Inserts bookmarks, notifications, blocks and dismissed suggestions, so that every table resembles a real one. */
export async function writeTraces(db: Database): Promise<void> {
  await sql`insert into bookmarks (user_id, post_id, created_at)
    select user_id, post_id, created_at from likes
    where hashtext(user_id::text || post_id::text) % 5 = 0
    on conflict do nothing`.execute(db);
  // Ids sort by time, as in the application. Batches keep each statement short.
  for (let part = 0; part < 6; part += 1)
    await sql`insert into notifications (id, user_id, actor_id, type, post_id, is_read, created_at)
    select (lpad(to_hex((extract(epoch from likes.created_at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(likes.user_id::text || likes.post_id::text), 1, 3)
        || '8' || substr(md5(likes.post_id::text || likes.user_id::text), 1, 15))::uuid,
      posts.author_id, likes.user_id, 'like', likes.post_id, hashtext(likes.post_id::text) % 10 <> 0, likes.created_at
    from likes join posts on posts.id = likes.post_id
    where posts.author_id <> likes.user_id and abs(hashtext(likes.user_id::text || likes.post_id::text) % 18) = ${part}::int
    on conflict do nothing`.execute(db);
  const strangers = sql`
    select one.id, other.id as other_id, one.position
    from (select id, row_number() over (order by id) as position from users) as one
    join (select id, row_number() over (order by id) as position from users) as other
      on other.position = one.position + 7
    where not exists (select from follows
      where (follower_id = one.id and followee_id = other.id) or (follower_id = other.id and followee_id = one.id))`;
  await sql`insert into blocks (blocker_id, blocked_id)
    select id, other_id from (${strangers}) as pair where position % 3 = 0 on conflict do nothing`.execute(
    db,
  );
  await sql`insert into blocked_by (blocked_id, blocker_id)
    select blocked_id, blocker_id from blocks on conflict do nothing`.execute(db);
  await sql`insert into suggestion_dismissals (user_id, dismissed_id)
    select id, other_id from (${strangers}) as pair where position % 3 = 1 on conflict do nothing`.execute(
    db,
  );
}
