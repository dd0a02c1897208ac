import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** Larger than every id. A list that begins before it begins with the newest row. */
const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface AuthorPost {
  id: string;
  repost_of_id: string | null;
  visibility: 'public' | 'followers';
}

/** Lists a person's posts and reposts, newest first, whoever may see them. */
export async function listPostsOf(
  ctx: Context,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<AuthorPost[]> {
  const { rows } = await sql<AuthorPost>`
    select post_id as id, repost_of_id, visibility from author_posts
    where author_id = ${authorId} and kind <> 'comment' and post_id < ${before ?? MAX_ID}
    order by post_id desc limit ${limit}`.execute(ctx.db.reads);
  return rows;
}

/** Lists the ids of a person's comments, newest first, whoever may see them. */
export async function listCommentsOf(
  ctx: Context,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select post_id as id from author_posts
    where author_id = ${authorId} and kind = 'comment' and post_id < ${before ?? MAX_ID}
    order by post_id desc limit ${limit}`.execute(ctx.db.reads);
  return rows;
}
