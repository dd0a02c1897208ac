import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MAX_ID } from '../../platform/database/max-id.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';

const authorPost = {
  id: 'uuid',
  repost_of_id: 'uuid?',
  visibility: narrow<'public' | 'followers'>('text'),
} as const;
export type AuthorPost = Row<typeof authorPost>;

/** Lists a person's posts and reposts, newest first, whoever may see them. */
export async function listPostsOf(
  ctx: Context,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<AuthorPost[]> {
  return rows(
    ctx.db.reads,
    authorPost,
    sql`select post_id as id, repost_of_id, visibility from author_posts
      where author_id = ${authorId} and kind <> 'comment' and post_id < ${before ?? MAX_ID}
      order by post_id desc limit ${limit}`,
  );
}

/** Lists the ids of a person's comments, newest first, whoever may see them. */
export async function listCommentsOf(
  ctx: Context,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  return rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select post_id as id from author_posts
      where author_id = ${authorId} and kind = 'comment' and post_id < ${before ?? MAX_ID}
      order by post_id desc limit ${limit}`,
  );
}
