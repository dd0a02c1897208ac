import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { one } from '../platform/database/query.ts';

/** A post is popular, and may be shown to strangers, after this many people other than its author engaged with it. */
export const MIN_POPULAR_ENGAGERS = 3;

/**
 * Sums of likes, comments and reposts at which a popular post gets a new milestone. Search ranks by milestones. Above the last
 * one, search would show nothing new.
 */
export const ENGAGEMENT_MILESTONES = [10, 40, 160, 640, 2_560, 10_240];

type EngagementCounter = 'like_count' | 'comment_count' | 'repost_count';

/**
 * Adds one to a counter of a post and returns the new count. It also stores the person as an engager of the post. Each engager
 * counts once, and the owner never counts. The post becomes popular when it has enough engagers.
 */
export async function countEngagement(
  ctx: Context,
  postId: string,
  column: EngagementCounter,
  { by, ownerId }: { by: string; ownerId: string },
): Promise<number> {
  if (by === ownerId) return updateCounter(ctx, counterUpdate(postId, column, 1, sql`0`));
  return updateCounter(
    ctx,
    sql`
      with person as (
        insert into post_engagers (post_id, user_id) values (${postId}, ${by}) on conflict do nothing returning user_id
      ) ${counterUpdate(postId, column, 1, sql`(select count(*) from person)::int`)}`,
  );
}

/** Subtracts one from a counter of a post and returns the new count. The engagers of the post stay. */
export async function uncountEngagement(
  ctx: Context,
  postId: string,
  column: EngagementCounter,
): Promise<number> {
  return updateCounter(ctx, counterUpdate(postId, column, -1, sql`0`));
}

async function updateCounter(ctx: Context, statement: RawBuilder<unknown>): Promise<number> {
  const counted = await one(ctx.db, { count: 'int4' }, statement);
  return counted?.count ?? 0;
}

function counterUpdate(
  postId: string,
  column: EngagementCounter,
  by: 1 | -1,
  newEngagers: RawBuilder<unknown>,
) {
  const engagement = sql`like_count + comment_count + repost_count + ${by}::int`;
  return sql`
    update post_stats set ${sql.ref(column)} = ${sql.ref(column)} + ${by}::int,
      engager_count = engager_count + ${newEngagers},
      popular_since = coalesce(popular_since, case when engager_count + ${newEngagers} >= ${MIN_POPULAR_ENGAGERS}::int then (select now()) end),
      milestones = case when popular_since is not null and ${engagement} >= (${ENGAGEMENT_MILESTONES}::int[])[cardinality(milestones) + 1]
        then milestones || (select now()) else milestones end
    where post_id = ${postId} returning ${sql.ref(column)} as count`;
}
