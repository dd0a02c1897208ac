import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import { everyone } from './everyone.ts';

export interface Census {
  people: number;
  posts: number;
  comments: number;
  reposts: number;
  likes: number;
  bookmarks: number;
  follows: number;
  messages: number;
}

/** Counts the rows that belong to the demo's people. */
export async function takeCensus(db: Database): Promise<Census> {
  const names = everyone.map(({ username }) => username);
  const { rows } = await sql<Census>`
    with cast_ids as (select id from users where lower(username) = any(${names}))
    select
      (select count(*) from cast_ids) as people,
      (select count(*) from posts where author_id in (select id from cast_ids)
        and parent_id is null and repost_of_id is null and deleted_at is null) as posts,
      (select count(*) from posts where author_id in (select id from cast_ids)
        and parent_id is not null and deleted_at is null) as comments,
      (select count(*) from posts where author_id in (select id from cast_ids)
        and repost_of_id is not null) as reposts,
      (select count(*) from likes where user_id in (select id from cast_ids)) as likes,
      (select count(*) from bookmarks where user_id in (select id from cast_ids)) as bookmarks,
      (select count(*) from follows where follower_id in (select id from cast_ids)) as follows,
      (select count(*) from messages where sender_id in (select id from cast_ids)
        and deleted_at is null) as messages`.execute(db);
  const [census] = rows;
  if (!census) throw new Error('Counting gave no row.');
  return census;
}
