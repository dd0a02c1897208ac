import type { Context } from '../context.ts';
import type { NewPost } from '../db/tables.ts';
import { movePostsCounts, moveStat } from './post.queries.ts';

/** The id of a person's repost of this post, if there is one. */
export async function findRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .executeTakeFirst();
  return row?.id;
}

/** Reposts; under the original's lock, so there is no second one to meet. */
export async function insertRepost(
  ctx: Context,
  repost: NewPost & { repost_of_id: string },
): Promise<void> {
  await ctx.db.insertInto('posts').values(repost).execute();
  await moveStat(ctx, repost.repost_of_id, 'repost_count', 1);
  await movePostsCounts(ctx, [repost], 1);
}

/** True when there was a repost to take away. */
export async function deleteRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<boolean> {
  const rows = await ctx.db
    .deleteFrom('posts')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .returning(['author_id', 'visibility'])
    .execute();
  if (rows.length === 0) return false;
  await moveStat(ctx, originalId, 'repost_count', -1);
  await movePostsCounts(ctx, rows, -1);
  return true;
}
