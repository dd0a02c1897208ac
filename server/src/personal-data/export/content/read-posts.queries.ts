import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { MAX_ID } from '../../../platform/database/id-bounds.ts';
import { rows } from '../../../platform/database/query.ts';

/** Lists all posts, comments and reposts of a person, newest first. */
export async function listOwnPosts(
  ctx: Context,
  userId: string,
  before: string | null,
  limit: number,
) {
  const own = await rows(
    ctx.db.reads,
    { post_id: 'uuid' },
    sql`select post_id from author_posts where author_id = ${userId} and post_id < ${before ?? MAX_ID}
      order by post_id desc limit ${limit}::int`,
  );
  const ids = own.map(({ post_id }) => post_id);
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    {
      id: 'uuid',
      content: 'text',
      visibility: 'text',
      parent_id: 'uuid?',
      repost_of_id: 'uuid?',
      hashtags: 'text[]',
      media_ids: 'uuid[]',
      created_at: 'timestamptz',
      edited_at: 'timestamptz?',
    },
    sql`select id, content, visibility, parent_id, repost_of_id, hashtags, media_ids, created_at, edited_at from posts
      where id = any(${ids}::uuid[]) order by id desc`,
  );
}

/** Lists the first posts of the threads that a person muted, in the order of their ids. */
export async function listMutedThreads(
  ctx: Context,
  userId: string,
  before: string | null,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', created_at: 'timestamptz' },
    sql`select root_id as id, created_at from muted_threads
      where user_id = ${userId} and root_id < ${before ?? MAX_ID} order by root_id desc limit ${limit}::int`,
  );
}
