import type { Context } from '../kernel/context.ts';
import type { NewPost } from '../platform/database/tables.ts';
import { countEngagement } from '../posts/engagement.queries.ts';
import { movePostCounts } from '../posts/post.queries.ts';

/** Returns the id of a person's repost of this post, if there is one. */
export async function findRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<string | undefined> {
  const row = await ctx.db.reads
    .selectFrom('author_posts')
    .select('post_id')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .executeTakeFirst();
  return row?.post_id;
}

/** Inserts a repost and counts it. The caller holds the lock of the original, so no other request inserts a second one. */
export async function insertRepost(
  ctx: Context,
  repost: NewPost & { repost_of_id: string },
  ownerId: string,
): Promise<void> {
  await ctx.db.insertInto('posts').values(repost).execute();
  const { author_id, id: post_id, repost_of_id, visibility } = repost;
  // The pending fan-out (`feed/timelines/fan-out.ts`) is inserted with the repost, as for a post.
  await ctx.db
    .with('due', (db) => db.insertInto('fan_outs').values({ author_id, post_id, repost_of_id }))
    .insertInto('author_posts')
    .values({ author_id, post_id, kind: 'repost', repost_of_id, visibility })
    .execute();
  const by = author_id;
  await countEngagement(ctx, repost_of_id, 'repost_count', { by, ownerId });
  await movePostCounts(ctx, [repost], 1);
}
