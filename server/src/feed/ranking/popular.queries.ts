import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { exec, rows } from '../../platform/database/query.ts';
import { isLimited } from '../../users/limited-user.queries.ts';
import { timeOf } from '../../lib/id-times.ts';
import { publicPost, type PublicPost } from '../feed-post.queries.ts';
import { popularityOf, weights } from './rank-posts.ts';

/** The job compares this many of the posts that became popular, the newest first. */
const MAX_COMPARED_POSTS = 5_000;
/** The job stores this many of the best. */
const MAX_STORED_POSTS = 400;

/** Replaces the list of popular posts, ranked by engagers and age as in `popularityOf`, without limited people. It reads all shards. */
export async function replacePopularPosts(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('popular_posts').execute();
  await exec(
    ctx.db,
    sql`with newest as materialized (
        select post_id, engager_count from post_stats
        where popular_since is not null order by post_id desc limit ${sql.lit(MAX_COMPARED_POSTS)}
      )
      insert into popular_posts (post_id, author_id, engager_count)
      select posts.id, posts.author_id, newest.engager_count
      from newest join posts on posts.id = newest.post_id
      where posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null
        and posts.visibility = 'public' and not ${isLimited(sql`posts.author_id`)}
      order by (1 + ${sql.lit(weights.engagers)} * log(2, 1 + newest.engager_count))
        * power(1 + extract(epoch from now() - posts.created_at) * 1000 / ${sql.lit(weights.ageScaleMs)},
          -${sql.lit(weights.ageExponent)}) desc, posts.id desc
      limit ${sql.lit(MAX_STORED_POSTS)}`,
  );
}

/** Lists the popular posts, the most popular first. */
export async function listPopular(ctx: Context): Promise<PublicPost[]> {
  const stored = await rows(
    ctx.db.reads,
    publicPost,
    sql`select post_id as id, author_id as "authorId", engager_count as engagers from popular_posts`,
  );
  const now = wallClock();
  const scored = stored.map((post) => ({
    post,
    score: popularityOf({ engagers: post.engagers, postedAt: timeOf(post.id) }, now),
  }));
  return scored.sort((one, other) => other.score - one.score).map(({ post }) => post);
}
