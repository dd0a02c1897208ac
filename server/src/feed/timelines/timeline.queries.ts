import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, rows, type Row } from '../../platform/database/query.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { idList } from '../feed.queries.ts';

/** The most posts in a timeline. A job trims it each hour. Older posts are read from their authors' lists. */
const MAX_TIMELINE_POSTS = 800;
/** A job trims the posts by high fan-out authors to this many. */
const MAX_STORED_HIGH_FAN_OUT_POSTS = 1_000;

/** From now on, the fan-out inserts posts by these authors into this reader's timeline. */
export async function enableFanOut(
  ctx: Context,
  userId: string,
  followed: readonly string[],
): Promise<void> {
  await ctx.db
    .updateTable('follows')
    .set({ has_timeline: true })
    .where('follower_id', '=', userId)
    .where('followee_id', '=', sql<string>`any(${idList(followed)})`)
    .where('has_timeline', '=', false)
    .execute();
}

/** Adds posts to a timeline. It skips the posts that are there already. */
export async function insertIntoTimeline(
  ctx: Context,
  userId: string,
  posts: readonly FeedPost[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into timelines (user_id, post_id, author_id, repost_of_id)
      select ${userId}::uuid, id, author_id, repost_of_id
      from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ authorId }) => authorId)}::uuid[],
        ${posts.map(({ repostOfId }) => repostOfId)}::uuid[]) as post (id, author_id, repost_of_id)
      on conflict do nothing`,
  );
}

/** Stores that the reader has a timeline, and that it has the posts of everybody they followed before `until`. */
export async function saveTimelineState(ctx: Context, userId: string, until: Date): Promise<void> {
  await ctx.db
    .insertInto('feed_readers')
    .values({ user_id: userId, timeline_since: sql<Date>`now()`, followed_until: until })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        timeline_since: sql<Date>`coalesce(feed_readers.timeline_since, excluded.timeline_since)`,
        followed_until: (row) => row.ref('excluded.followed_until'),
      }),
    )
    .execute();
}

/** Stores that the reader has used the timeline today. */
export async function saveTimelineRead(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('feed_readers')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}

const pendingFanOut = { author_id: 'uuid', post_id: 'uuid', repost_of_id: 'uuid?' } as const;
/** A post that is not in the timelines of its followers yet. */
export type PendingFanOut = Row<typeof pendingFanOut>;

/** Lists the fan-outs that are still pending after 15 seconds, the oldest first. Their process has probably died. */
export async function listOverdueFanOuts(ctx: Context, limit: number): Promise<PendingFanOut[]> {
  return rows(
    ctx.db.reads,
    pendingFanOut,
    sql`select author_id, post_id, repost_of_id from fan_outs
      where created_at < now() - interval '15 seconds'
      order by created_at limit ${limit}::int`,
  );
}

/** Returns the authors with at least `minFollowers` followers. */
export async function findHighFanOutAuthors(
  ctx: Context,
  authorIds: readonly string[],
  minFollowers: number,
): Promise<Set<string>> {
  const found = await rows(
    ctx.db.reads,
    { user_id: 'uuid' },
    sql`select user_id from user_stats
      where user_id = any(${idList(authorIds)}) and followers_count >= ${minFollowers}::int`,
  );
  return new Set(found.map(({ user_id }) => user_id));
}

/** Inserts posts into the timelines of all followers who have one. Each shard inserts the rows of its own readers. */
export async function insertIntoTimelines(
  ctx: Context,
  posts: readonly PendingFanOut[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into timelines (user_id, post_id, author_id, repost_of_id)
      select follows.follower_id, post.post_id, post.author_id, post.repost_of_id
      from unnest(${posts.map(({ author_id }) => author_id)}::uuid[], ${posts.map(({ post_id }) => post_id)}::uuid[],
        ${posts.map(({ repost_of_id }) => repost_of_id)}::uuid[]) as post (author_id, post_id, repost_of_id)
      join follows on follows.followee_id = post.author_id and follows.has_timeline
      on conflict do nothing`,
  );
}

/** Inserts posts by high fan-out authors into the list that all readers share. */
export async function insertHighFanOutPosts(
  ctx: Context,
  posts: readonly PendingFanOut[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into high_fan_out_posts (post_id, author_id, repost_of_id)
      select * from unnest(${posts.map(({ post_id }) => post_id)}::uuid[],
        ${posts.map(({ author_id }) => author_id)}::uuid[], ${posts.map(({ repost_of_id }) => repost_of_id)}::uuid[])
      on conflict do nothing`,
  );
}

/** Lists the newest posts by high fan-out authors. */
export async function listHighFanOutPosts(ctx: Context, limit: number): Promise<FeedPost[]> {
  return rows(
    ctx.db.reads,
    { id: 'uuid', authorId: 'uuid', repostOfId: 'uuid?' },
    sql`select post_id as id, author_id as "authorId", repost_of_id as "repostOfId" from high_fan_out_posts
      order by post_id desc limit ${limit}::int`,
  );
}

export async function deletePendingFanOuts(
  ctx: Context,
  posts: readonly PendingFanOut[],
): Promise<void> {
  const authorIds = idList(posts.map(({ author_id }) => author_id));
  const postIds = idList(posts.map(({ post_id }) => post_id));
  await ctx.db
    .deleteFrom('fan_outs')
    .where('author_id', '=', sql<string>`any(${authorIds})`)
    .where('post_id', '=', sql<string>`any(${postIds})`)
    .execute();
}

/** Deletes the posts of these authors from the timelines of people who do not follow them now. */
export async function deleteFromTimelines(
  ctx: Context,
  pairs: readonly { userId: string; authorId: string }[],
): Promise<void> {
  const readers = pairs.map(({ userId }) => userId);
  await exec(
    ctx.db,
    sql`delete from timelines using unnest(${readers}::uuid[],
        ${pairs.map(({ authorId }) => authorId)}::uuid[]) as pair (user_id, author_id)
      where timelines.user_id = pair.user_id and timelines.author_id = pair.author_id
        and timelines.user_id = any(${readers}::uuid[])
        and not exists (select from follows
          where follower_id = timelines.user_id and followee_id = timelines.author_id)`,
  );
}

/** Lists readers with a timeline who have not read for 30 days, or who follow fewer than `minFollowed` people. */
export async function listUnusedTimelines(
  ctx: Context,
  minFollowed: number,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { user_id: 'uuid' },
    sql`select user_id from feed_readers join user_stats using (user_id)
      where timeline_since is not null and (read_at < now() - interval '30 days' or following_count < ${minFollowed}::int)
      limit ${limit}::int`,
  );
  return found.map(({ user_id }) => user_id);
}

/** Deletes a timeline and ends the fan-out to it. The next read makes a new one if the reader needs it. */
export async function deleteTimeline(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('feed_readers')
    .set({ timeline_since: null, followed_until: null })
    .where('user_id', '=', userId)
    .execute();
  await ctx.db
    .updateTable('follows')
    .set({ has_timeline: false })
    .where('follower_id', '=', userId)
    .where('has_timeline', '=', true)
    .execute();
  await ctx.db.deleteFrom('timelines').where('user_id', '=', userId).execute();
}

/** Cuts the oldest posts of all timelines and of the list of high fan-out posts, on all shards. */
export async function trimTimelines(ctx: Context): Promise<void> {
  await exec(
    ctx.db,
    sql`delete from timelines using (
        select user_id, (array_agg(post_id order by post_id desc))[${MAX_TIMELINE_POSTS}::int] as last
        from timelines group by user_id having count(*) > ${MAX_TIMELINE_POSTS}::int) as long
      where timelines.user_id = long.user_id and timelines.post_id < long.last`,
  );
  await exec(
    ctx.db,
    sql`delete from high_fan_out_posts where post_id < (
      select post_id from high_fan_out_posts order by post_id desc offset ${MAX_STORED_HIGH_FAN_OUT_POSTS}::int limit 1)`,
  );
}
