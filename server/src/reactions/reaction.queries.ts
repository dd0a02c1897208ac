import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, rows } from '../platform/database/query.ts';

/**
 * Deletes a like or bookmark, or inserts it if there was none. Returns whether it is there afterwards. The caller holds the
 * post's lock and changes the counts. The insert is the outermost statement, so Citus runs all of it on one node.
 */
export async function toggleRow(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  postId: string,
): Promise<boolean> {
  const affected = await exec(
    ctx.db,
    sql`with gone as (
        delete from ${sql.table(table)} where user_id = ${userId} and post_id = ${postId} returning post_id
      )
      insert into ${sql.table(table)} (user_id, post_id)
      select ${userId}::uuid, ${postId}::uuid where not exists (select from gone)`,
  );
  return affected > 0;
}

/** The position of a like or bookmark in its list: the time of the reaction and the post's id. */
export interface ReactionPosition {
  at: string;
  id: string;
}

/** The position before the newest reaction. */
export const startPosition: ReactionPosition = {
  at: 'infinity',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Lists the posts and comments that a person liked or bookmarked, the latest reaction first. Hidden posts are included. */
export async function listReacted(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  { at, id }: ReactionPosition,
  limit: number,
): Promise<ReactionPosition[]> {
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select post_id as id, created_at::text as at from ${sql.table(table)}
      where user_id = ${userId} and (created_at, post_id) < (${at}::timestamptz, ${id}::uuid)
      order by created_at desc, post_id desc limit ${limit}`,
  );
}
