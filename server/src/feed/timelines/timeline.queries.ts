import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { idList, type Pulled } from '../feed.queries.ts';

/** Posts a timeline holds; what is older is cut by the hour, and pulled should somebody read on to it. */
const LONGEST = 800;

/** From now on what these people post is brought to this reader. */
export async function markKept(
  ctx: Context,
  userId: string,
  followed: readonly string[],
): Promise<void> {
  await sql`
    update follows set is_kept = true
    where follower_id = ${userId} and followee_id = any(${idList(followed)}) and not is_kept`.execute(
    ctx.db,
  );
}

/** What is there already stays. */
export async function insertIntoTimeline(
  ctx: Context,
  userId: string,
  posts: readonly Pulled[],
): Promise<void> {
  await sql`
    insert into timelines (user_id, post_id, author_id, repost_of_id)
    select ${userId}::uuid, id, author_id, repost_of_id
    from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ authorId }) => authorId)}::uuid[],
      ${posts.map(({ repostOfId }) => repostOfId)}::uuid[]) as post (id, author_id, repost_of_id)
    on conflict do nothing`.execute(ctx.db);
}

/** Says that there is a timeline, and that it has all who were followed by then. */
export async function noteTimeline(ctx: Context, userId: string, until: Date): Promise<void> {
  await sql`
    insert into feed_readers (user_id, kept_since, followed_until) values (${userId}, now(), ${until})
    on conflict (user_id) do update set kept_since = coalesce(feed_readers.kept_since, excluded.kept_since),
      followed_until = excluded.followed_until`.execute(ctx.db);
}

export interface Due {
  author_id: string;
  post_id: string;
  repost_of_id: string | null;
}

export async function insertFanOut(ctx: Context, { author_id, post_id, repost_of_id }: Due) {
  await ctx.db.insertInto('fan_outs').values({ author_id, post_id, repost_of_id }).execute();
}

/** What a process left behind that was to bring posts to timelines: the oldest first. */
export async function listLeftOver(ctx: Context, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select author_id, post_id, repost_of_id from fan_outs
    where created_at < now() - interval '15 seconds'
    order by created_at limit ${limit}::int /* by the clock */`.execute(ctx.db);
  return rows;
}

/** Those of these authors whom at least so many follow. */
export async function findLoud(
  ctx: Context,
  authorIds: readonly string[],
  from: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from user_stats
    where user_id = any(${idList(authorIds)}) and followers_count >= ${from}::int /* by the clock */`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Brings posts to all who follow their authors and keep a timeline: all shards, each its own readers. */
export async function spread(ctx: Context, posts: readonly Due[]): Promise<void> {
  await sql`
    insert into timelines (user_id, post_id, author_id, repost_of_id)
    select follows.follower_id, post.post_id, post.author_id, post.repost_of_id
    from unnest(${posts.map(({ author_id }) => author_id)}::uuid[], ${posts.map(({ post_id }) => post_id)}::uuid[],
      ${posts.map(({ repost_of_id }) => repost_of_id)}::uuid[]) as post (author_id, post_id, repost_of_id)
    join follows on follows.followee_id = post.author_id and follows.is_kept
    on conflict do nothing /* by the clock */`.execute(ctx.db);
}

export async function insertLoud(ctx: Context, posts: readonly Due[]): Promise<void> {
  await sql`
    insert into loud_posts (post_id, author_id, repost_of_id)
    select * from unnest(${posts.map(({ post_id }) => post_id)}::uuid[],
      ${posts.map(({ author_id }) => author_id)}::uuid[], ${posts.map(({ repost_of_id }) => repost_of_id)}::uuid[])
    on conflict do nothing /* by the clock */`.execute(ctx.db);
}

/** The newest by authors whose posts are not brought to timelines. */
export async function listLoud(ctx: Context, limit: number): Promise<Pulled[]> {
  const { rows } = await sql<Pulled>`
    select post_id as id, author_id as "authorId", repost_of_id as "repostOfId" from loud_posts
    order by post_id desc limit ${limit}::int /* by the clock */`.execute(ctx.db);
  return rows;
}

export async function deleteFanOuts(ctx: Context, posts: readonly Due[]): Promise<void> {
  await sql`
    delete from fan_outs where author_id = any(${idList(posts.map(({ author_id }) => author_id))})
      and post_id = any(${idList(posts.map(({ post_id }) => post_id))}) /* by the clock */`.execute(
    ctx.db,
  );
}

/** Whom somebody follows no more, or blocks, has nothing left in their timeline. */
export async function deleteFromTimelines(
  ctx: Context,
  pairs: readonly { userId: string; authorId: string }[],
): Promise<void> {
  const readers = pairs.map(({ userId }) => userId);
  await sql`
    delete from timelines using unnest(${readers}::uuid[],
      ${pairs.map(({ authorId }) => authorId)}::uuid[]) as pair (user_id, author_id)
    where timelines.user_id = pair.user_id and timelines.author_id = pair.author_id
      and timelines.user_id = any(${readers}::uuid[])
      and not exists (select from follows
        where follower_id = timelines.user_id and followee_id = timelines.author_id) /* by the clock */`.execute(
    ctx.db,
  );
}

/** Of who has not read for 30 days, or follows few by now; some at a time. */
export async function listIdle(ctx: Context, fewest: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from feed_readers join user_stats using (user_id)
    where kept_since is not null and (read_at < now() - interval '30 days' or following_count < ${fewest}::int)
    limit ${limit}::int /* by the clock */`.execute(ctx.db);
  return rows.map(({ user_id }) => user_id);
}

/** Nothing is brought to them any more, and what was is gone; reading again makes it anew. */
export async function deleteTimeline(ctx: Context, userId: string): Promise<void> {
  await sql`update feed_readers set kept_since = null, followed_until = null where user_id = ${userId}`.execute(
    ctx.db,
  );
  await sql`update follows set is_kept = false where follower_id = ${userId} and is_kept`.execute(
    ctx.db,
  );
  await sql`delete from timelines where user_id = ${userId}`.execute(ctx.db);
}

/** Cuts what is older than a timeline is long; all shards. */
export async function trimTimelines(ctx: Context): Promise<void> {
  await sql`
    delete from timelines using (
      select user_id, (array_agg(post_id order by post_id desc))[${LONGEST}::int] as last
      from timelines group by user_id having count(*) > ${LONGEST}::int) as long
    where timelines.user_id = long.user_id and timelines.post_id < long.last /* by the clock */`.execute(
    ctx.db,
  );
  await sql`delete from loud_posts where post_id < (
    select post_id from loud_posts order by post_id desc offset 1000 limit 1) /* by the clock */`.execute(
    ctx.db,
  );
}
