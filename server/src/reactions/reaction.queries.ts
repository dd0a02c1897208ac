import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Takes a like or bookmark away if it is there, else makes one; true when it is there afterwards. No count moves. */
export async function toggleRow(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  postId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`
    with gone as (
      delete from ${sql.table(table)} where user_id = ${userId} and post_id = ${postId} returning post_id
    ), made as (
      insert into ${sql.table(table)} (user_id, post_id)
      select ${userId}::uuid, ${postId}::uuid where not exists (select from gone)
      returning post_id
    )
    select exists (select from made) as is_on`.execute(ctx.db);
  return rows[0]?.is_on ?? false;
}

/** Where a list of reactions goes on: after this post, liked or kept then. */
export interface ReactionPlace {
  at: string;
  id: string;
}

/** Before the first, the newest. */
export const beforeAll: ReactionPlace = {
  at: 'infinity',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Ids of the posts and comments a person likes or keeps, newest first, also of those that are hidden by now. */
export async function listReacted(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  { at, id }: ReactionPlace,
  limit: number,
): Promise<ReactionPlace[]> {
  const { rows } = await sql<ReactionPlace>`
    select post_id as id, created_at::text as at from ${sql.table(table)}
    where user_id = ${userId} and (created_at, post_id) < (${at}::timestamptz, ${id}::uuid)
    order by created_at desc, post_id desc limit ${limit}`.execute(ctx.db);
  return rows;
}
