import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { keysOf } from '../platform/database/keys.ts';
import { postColumns } from '../platform/database/tables/posts.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import type { AccessScope } from './visibility.ts';

export type PostRow = PostRecord & {
  like_count: number;
  comment_count: number;
  repost_count: number;
};

const allOfPost = sql.join(postColumns.map((column) => sql.ref(`posts.${column}`)));

/** Reads posts with their counters. Reposts have no counters and get zeros. A deleted post is included without its content. */
export async function findPosts(ctx: Context, ids: string[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${allOfPost}, coalesce(like_count, 0) as like_count, coalesce(comment_count, 0) as comment_count,
      coalesce(repost_count, 0) as repost_count
    from posts left join post_stats on post_stats.post_id = posts.id
    where posts.id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db.reads);
  return rows;
}

/** Reads a post that is not deleted. */
export async function findPost(ctx: Context, id: string): Promise<PostRecord | undefined> {
  const { rows } = await sql<PostRecord>`
    select ${allOfPost} from posts where id = ${id} and deleted_at is null`.execute(ctx.db.reads);
  return rows[0];
}

/** Reads the access scopes of the posts that are not deleted. */
export async function findAccessScopes(
  ctx: Context,
  ids: string[],
): Promise<(AccessScope & { id: string })[]> {
  const { rows } = await sql<AccessScope & { id: string }>`
    select id, visibility, audience_id, hidden_if_blocked_ids from posts
    where id = any(${keysOf(ids)}::uuid[]) and deleted_at is null`.execute(ctx.db.reads);
  return rows;
}

/**
 * Locks the counters of a post until the transaction ends. Each change to a post, its engagement or its comments takes this
 * lock first. A comment is always locked before its parent, so two transactions cannot deadlock.
 */
export async function lockPost(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .selectFrom('post_stats')
    .select('post_id')
    .where('post_id', '=', id)
    .forUpdate()
    .execute();
}

/** Adds or subtracts these posts in the post counts of their authors, in one statement. */
export async function movePostCounts(
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

/**
 * Changes a post and takes one of its edit chances. Returns false if no chance is left, the edit window is over, or the post
 * is not by this author.
 */
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
