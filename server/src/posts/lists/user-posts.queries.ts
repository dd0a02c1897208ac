import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MAX_ID } from '../../platform/database/id-bounds.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';

const authorPost = {
  id: 'uuid',
  repost_of_id: 'uuid?',
  visibility: narrow<'public' | 'followers'>('text'),
  /** The pinned post of the person. Each row has it, so that the first page needs no further statement. */
  pinned_id: 'uuid?',
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
    sql`select post_id as id, repost_of_id, visibility,
        (select pinned_post_id from users where id = ${authorId}) as pinned_id
      from author_posts
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

const authorMedia = { id: 'uuid', has_media: 'bool?' } as const;
export type AuthorMedia = Row<typeof authorMedia>;

/**
 * Lists a person's posts and comments that have media, newest first, whoever may see them. Those of an older version are in the list
 * too, whether or not they have media.
 */
export async function listMediaOf(
  ctx: Context,
  authorId: string,
  before: string | null,
  limit: number,
): Promise<AuthorMedia[]> {
  return rows(
    ctx.db.reads,
    authorMedia,
    sql`select post_id as id, has_media from author_posts
      where author_id = ${authorId} and kind <> 'repost' and has_media is not false and post_id < ${before ?? MAX_ID}
      order by post_id desc limit ${limit}`,
  );
}

/** Finds those of these posts that have media. */
export async function findWithMedia(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from posts where id = any(${ids}::uuid[]) and media_ids <> '{}'`,
  );
  return new Set(found.map(({ id }) => id));
}
