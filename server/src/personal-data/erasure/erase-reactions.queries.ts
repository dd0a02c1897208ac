import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { exec, one, rows } from '../../platform/database/query.ts';

export async function listLikedIds(ctx: Context, userId: string, limit: number): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { post_id: 'uuid' },
    sql`select post_id from likes where user_id = ${userId} order by post_id limit ${limit}::int`,
  );
  return found.map(({ post_id }) => post_id);
}

export async function deleteLike(
  ctx: Context,
  userId: string,
  postId: string,
): Promise<{ is_counted: boolean } | undefined> {
  return ctx.db
    .deleteFrom('likes')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .returning('is_counted')
    .executeTakeFirst();
}

/** The position of a row in the table of engagers. */
export interface EngagementKey {
  postId: string;
  userId: string;
}

/** Reads the next part of all engagers. Returns the posts with which this person engaged, and the last key of a full part. */
export async function findEngagements(
  ctx: Context,
  userId: string,
  after: EngagementKey | null,
  limit: number,
): Promise<{ found: string[]; last: EngagementKey | null }> {
  const part = await one(
    ctx.db.reads,
    { found: 'uuid[]', length: 'int4', last_post: 'uuid?', last_user: 'uuid?' },
    sql`with part as materialized (
        select post_id, user_id from post_engagers
        where (post_id, user_id) > (${after?.postId ?? MIN_ID}::uuid, ${after?.userId ?? MIN_ID}::uuid)
        order by post_id, user_id limit ${limit}::int
      )
      select array(select post_id from part where user_id = ${userId}) as found, (select count(*) from part)::int as length,
        (select post_id from part order by post_id desc, user_id desc limit 1) as last_post,
        (select user_id from part order by post_id desc, user_id desc limit 1) as last_user`,
  );
  const isFull = part?.length === limit && part.last_post && part.last_user;
  return {
    found: part?.found ?? [],
    last: isFull ? { postId: part.last_post ?? '', userId: part.last_user ?? '' } : null,
  };
}

/** Removes a person from the engagers of these posts, and from their counts. */
export async function deleteEngagements(
  ctx: Context,
  userId: string,
  postIds: string[],
): Promise<void> {
  const deleted = await rows(
    ctx.db,
    { post_id: 'uuid' },
    sql`delete from post_engagers where user_id = ${userId} and post_id = any(${postIds}::uuid[]) returning post_id`,
  );
  if (deleted.length === 0) return;
  await exec(
    ctx.db,
    sql`update post_stats set engager_count = engager_count - 1
      where post_id = any(${deleted.map(({ post_id }) => post_id)}::uuid[])`,
  );
}
