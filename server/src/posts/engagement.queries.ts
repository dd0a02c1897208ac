import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec } from '../platform/database/query.ts';

/** A post is popular, and may be shown to strangers, after this many people other than its author engaged with it. */
export const MIN_POPULAR_ENGAGERS = 3;

/**
 * Sums of likes, comments and reposts at which a popular post gets a new milestone. Search ranks by milestones. Above the last
 * one, search would show nothing new.
 */
export const ENGAGEMENT_MILESTONES = [10, 40, 160, 640, 2_560, 10_240];

type EngagementCounter = 'like_count' | 'comment_count' | 'repost_count';

/** The thresholds of popularity: the last two arguments of `count_engagement` and `toggle_like`. */
export const popularityThresholds = sql`${MIN_POPULAR_ENGAGERS}::int, ${ENGAGEMENT_MILESTONES}::int[]`;

/**
 * Adds one to a counter of a post and stores the person as an engager. Each engager counts once, and the author never counts.
 * The post becomes popular when it has enough engagers.
 */
export async function countEngagement(
  ctx: Context,
  postId: string,
  counter: EngagementCounter,
  { by, ownerId }: { by: string; ownerId: string },
): Promise<void> {
  const engager = by === ownerId ? null : by;
  await exec(
    ctx.db,
    sql`select count_engagement(${postId}, ${counter}, 1, ${engager}, ${popularityThresholds})`,
  );
}

/** Subtracts one from a counter of a post. The engagers of the post stay. */
export async function uncountEngagement(
  ctx: Context,
  postId: string,
  counter: EngagementCounter,
): Promise<void> {
  await exec(
    ctx.db,
    sql`select count_engagement(${postId}, ${counter}, -1, null, ${popularityThresholds})`,
  );
}
