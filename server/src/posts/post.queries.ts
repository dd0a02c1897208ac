import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { postColumns } from '../db/tables/posts.ts';
import { keysOf } from '../db/keys.ts';
import type { PostRecord } from '../db/tables.ts';
import type { Guarded } from './visibility.ts';

export type PostRow = PostRecord & {
  like_count: number;
  comment_count: number;
  repost_count: number;
};

const allOfPost = sql.join(postColumns.map((column) => sql.ref(`posts.${column}`)));

/** Posts with their counters. A repost has none of its own; a deleted one is there, emptied. */
export async function findPosts(ctx: Context, ids: string[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${allOfPost}, coalesce(like_count, 0) as like_count, coalesce(comment_count, 0) as comment_count,
      coalesce(repost_count, 0) as repost_count
    from posts left join post_stats on post_stats.post_id = posts.id
    where posts.id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db);
  return rows;
}

/** A post as it is now; not where it was deleted. */
export async function findPost(ctx: Context, id: string): Promise<PostRecord | undefined> {
  const { rows } = await sql<PostRecord>`
    select ${allOfPost} from posts where id = ${id} and deleted_at is null`.execute(ctx.db);
  return rows[0];
}

/** What decides who may see these posts; of those that are there. */
export async function findGuards(
  ctx: Context,
  ids: string[],
): Promise<(Guarded & { id: string })[]> {
  const { rows } = await sql<Guarded & { id: string }>`
    select id, visibility, audience_id, party_ids from posts
    where id = any(${keysOf(ids)}::uuid[]) and deleted_at is null`.execute(ctx.db);
  return rows;
}

/**
 * Locks a post's counters. Every change to what hangs on a post does this first, from a comment upward to its
 * parent and never the other way, so that deleting and reacting come one after the other without deadlock.
 */
export async function lockPost(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .selectFrom('post_stats')
    .select('post_id')
    .where('post_id', '=', id)
    .forUpdate()
    .execute();
}

/** How many other people must have liked, answered or reposted a post to make it worth showing to strangers. */
export const POPULAR_FROM = 3;

/** What a post has drawn when it is lifted, and no further than by the last: search would show nothing new. */
export const MILESTONES = [10, 40, 160, 640, 2_560, 10_240];

type Doing = 'like_count' | 'comment_count' | 'repost_count';

/**
 * Counts what somebody did to a post, and them among its people, unless it is their own. Whoever did something before
 * is known; with enough different ones a post is popular, from then on. Gives the new count.
 */
export async function countDoing(
  ctx: Context,
  postId: string,
  column: Doing,
  { by, ownerId }: { by: string; ownerId: string },
): Promise<number> {
  if (by === ownerId) return move(ctx, movingStat(postId, column, 1, sql`0`));
  return move(
    ctx,
    sql<Moved>`
      with person as (
        insert into post_people (post_id, user_id) values (${postId}, ${by}) on conflict do nothing returning user_id
      ) ${movingStat(postId, column, 1, sql`(select count(*) from person)::int`)}`,
  );
}

/** Something done to a post was undone; the post's people stay. Gives the new count. */
export async function uncountDoing(ctx: Context, postId: string, column: Doing): Promise<number> {
  return move(ctx, movingStat(postId, column, -1, sql`0`));
}

interface Moved {
  count: number;
}

async function move(ctx: Context, statement: RawBuilder<Moved>): Promise<number> {
  const { rows } = await statement.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

function movingStat(postId: string, column: Doing, by: 1 | -1, newPeople: RawBuilder<unknown>) {
  const drawn = sql`like_count + comment_count + repost_count + ${by}::int`;
  return sql<Moved>`
    update post_stats set ${sql.ref(column)} = ${sql.ref(column)} + ${by}::int,
      people_count = people_count + ${newPeople},
      popular_since = coalesce(popular_since, case when people_count + ${newPeople} >= ${POPULAR_FROM}::int then (select now()) end),
      milestones = case when popular_since is not null and ${drawn} >= (${MILESTONES}::int[])[cardinality(milestones) + 1]
        then milestones || (select now()) else milestones end
    where post_id = ${postId} returning ${sql.ref(column)} as count`;
}

/** Moves the counts of posts of these authors: all of it in one statement, on their shards. */
export async function movePostsCounts(
  ctx: Context,
  posts: { author_id: string; visibility: string }[],
  by: 1 | -1,
): Promise<void> {
  if (posts.length === 0) return;
  const authors = posts.map((post) => post.author_id);
  const areFollowers = posts.map((post) => post.visibility === 'followers');
  await sql`
    update user_stats set
      public_posts_count = public_posts_count + ${by}::int * moved.public,
      followers_posts_count = followers_posts_count + ${by}::int * moved.followers
    from (
      select author_id, count(*) filter (where not is_followers) as public, count(*) filter (where is_followers) as followers
      from unnest(${authors}::uuid[], ${areFollowers}::boolean[]) as post (author_id, is_followers)
      group by author_id order by author_id) as moved
    where user_stats.user_id = moved.author_id and user_stats.user_id = any(${authors}::uuid[])`.execute(
    ctx.db,
  );
}

export interface Edit {
  content: string;
  hashtags: string[];
  mentions: string[];
}

/** Spends one chance; false when there is none left, the window is over, or the post is not theirs. */
export async function updateContent(
  ctx: Context,
  id: string,
  authorId: string,
  edit: Edit,
): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('posts')
    .set((post) => ({
      ...edit,
      edited_at: sql<Date>`now()`,
      edit_chances_left: post('edit_chances_left', '-', 1),
    }))
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('repost_of_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('edit_chances_left', '>', 0)
    .where('edit_valid_till', '>', sql<Date>`now()`)
    .returning('id')
    .execute();
  return rows.length > 0;
}
