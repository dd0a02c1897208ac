import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';

/** Inserts these posts, comments and reposts into the lists of their authors and threads. None of them is deleted. */
export async function placePosts(db: Database, ids: string[]): Promise<void> {
  await sql`
    insert into author_posts (author_id, post_id, kind, repost_of_id, visibility)
    select author_id, id,
      case when parent_id is not null then 'comment' when repost_of_id is not null then 'repost' else 'post' end,
      repost_of_id, visibility
    from posts where id = any(${ids}::uuid[]) order by author_id, id`.execute(db);
  await sql`
    insert into thread_posts (root_id, parent_id, post_id, author_id)
    select root_id, parent_id, id, author_id
    from posts where id = any(${ids}::uuid[]) and parent_id is not null order by root_id, id`.execute(
    db,
  );
}
