import type { Context } from '../context.ts';
import type { NewPost } from '../db/tables.ts';
import { countDoing, movePostsCounts, uncountDoing } from './post.queries.ts';

/** The id of a person's repost of this post, if there is one. */
export async function findRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('author_posts')
    .select('post_id')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .executeTakeFirst();
  return row?.post_id;
}

/** Reposts; under the original's lock, so there is no second one to meet. */
export async function insertRepost(
  ctx: Context,
  repost: NewPost & { repost_of_id: string },
  ownerId: string,
): Promise<void> {
  await ctx.db.insertInto('posts').values(repost).execute();
  const { author_id, id: post_id, repost_of_id, visibility } = repost;
  await ctx.db
    .insertInto('author_posts')
    .values({ author_id, post_id, kind: 'repost', repost_of_id, visibility })
    .execute();
  const by = author_id;
  await countDoing(ctx, repost_of_id, 'repost_count', { by, ownerId });
  await movePostsCounts(ctx, [repost], 1);
}

/** True when there was a repost to take away. */
export async function deleteRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('author_posts')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .returning(['author_id', 'post_id', 'visibility'])
    .executeTakeFirst();
  if (!row) return false;
  await ctx.db.deleteFrom('posts').where('id', '=', row.post_id).execute();
  await uncountDoing(ctx, originalId, 'repost_count');
  await movePostsCounts(ctx, [row], -1);
  return true;
}
