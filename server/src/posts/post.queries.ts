import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../platform/database/query.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { hiddenAmong } from '../users/hidden-user.queries.ts';
import { isPostThereFor, type AccessScope } from './visibility.ts';

const scopeColumns = {
  visibility: narrow<AccessScope['visibility']>('text'),
  audience_id: 'uuid',
  hidden_if_blocked_ids: 'uuid[]',
} as const;

/** A list instead of `*`, because a new column would break the prepared statements of all open connections. */
const postColumns = {
  id: 'uuid',
  author_id: 'uuid',
  content: 'text',
  ...scopeColumns,
  parent_id: 'uuid?',
  root_id: 'uuid?',
  repost_of_id: 'uuid?',
  hashtags: 'text[]',
  mentions: 'text[]',
  media_ids: 'uuid[]',
  edit_valid_till: 'timestamptz',
  edit_chances_left: 'int2',
  edited_at: 'timestamptz?',
  created_at: 'timestamptz',
  deleted_at: 'timestamptz?',
  withheld_as: narrow<'hidden' | 'removed' | null>('text?'),
} as const;
export const postColumnNames = Object.keys(postColumns) as (keyof typeof postColumns)[];
// One string of SQL, because Kysely would compile each column again for each request.
const allOfPost = sql.raw(postColumnNames.map((column) => `posts.${column}`).join(', '));

const postRow = {
  ...postColumns,
  like_count: 'int4',
  comment_count: 'int4',
  repost_count: 'int4',
} as const;
export type PostRow = Row<typeof postRow>;

const postsWithCounters = sql`select ${allOfPost}, coalesce(like_count, 0) as like_count,
    coalesce(comment_count, 0) as comment_count, coalesce(repost_count, 0) as repost_count
  from posts left join post_stats on post_stats.post_id = posts.id`;

/** Reads posts with their counters. Reposts have no counters and get zeros. A deleted post is included without its content. */
export async function findPosts(ctx: Context, ids: string[]): Promise<PostRow[]> {
  return rows(
    ctx.db.reads,
    postRow,
    sql`${postsWithCounters} where posts.id = any(${ids}::uuid[])`,
  );
}

/**
 * The common table expression `page`: posts with their counters, the originals of reposts, and the parents of both. A post may
 * occur twice. Do not use it on shards: it would ask every shard, because the keys come from other rows.
 */
export const pageOfPosts = (ids: string[]): RawBuilder<unknown> => sql`
  requested as materialized (${postsWithCounters} where posts.id = any(${ids}::uuid[])),
  referenced as materialized (
    ${postsWithCounters} where posts.id = any(array(select coalesce(repost_of_id, parent_id) from requested
      where repost_of_id is not null or parent_id is not null))),
  page as materialized (
    select * from requested union all select * from referenced
    union all ${postsWithCounters} where posts.id = any(array(select parent_id from referenced
      where id in (select repost_of_id from requested) and parent_id is not null)))`;

/** A post in JSON, where a date is a string. */
export type PostJson = {
  [Column in keyof PostRow]: PostRow[Column] extends Date | null
    ? string | Extract<PostRow[Column], null>
    : PostRow[Column];
};

export function postFromJson(post: PostJson): PostRow {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...post,
    edit_valid_till: new Date(post.edit_valid_till),
    created_at: new Date(post.created_at),
    edited_at: dateOf(post.edited_at),
    deleted_at: dateOf(post.deleted_at),
  };
}

const postForViewer = { ...postColumns, follows_audience: 'bool', is_blocked: 'bool' } as const;

/**
 * Reads a post that is there for the viewer, and how the viewer relates to the people in its access scope. All rows but the post have
 * the viewer's key.
 */
export async function findPostForViewer(ctx: Context, viewerId: string, id: string) {
  return one(
    ctx.db.reads,
    postForViewer,
    sql`with found as materialized (
        select ${allOfPost} from posts where id = ${id} and ${isPostThereFor(viewerId)}
      ), hidden_if_blocked as materialized (
        select unnest(hidden_if_blocked_ids) as id from found
      ), relationships as materialized (
        select
          exists (select from follows
            where follower_id = ${viewerId} and followee_id in (select audience_id from found)) as follows_audience,
          exists (select from blocks where blocker_id = ${viewerId} and blocked_id in (select id from hidden_if_blocked))
            or exists (select from blocked_by
              where blocked_id = ${viewerId} and blocker_id in (select id from hidden_if_blocked))
            or exists (${hiddenAmong(sql`array(select id from hidden_if_blocked)`)}) as is_blocked
      )
      select * from found cross join relationships`,
  );
}

const postScope = { id: 'uuid', ...scopeColumns } as const;
type PostScope = Row<typeof postScope>;

const accessOfViewer = {
  scopes: narrow<PostScope[] | null>('json?'),
  follows: 'uuid[]',
  blocked: 'uuid[]',
} as const;

/**
 * Reads the access scopes of the posts that are there for the viewer. It also reads which audiences the viewer follows, and which
 * hidden-if-blocked ids have a block with the viewer.
 */
export async function findScopesForViewer(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<Row<typeof accessOfViewer> | undefined> {
  return one(
    ctx.db.reads,
    accessOfViewer,
    sql`with scopes as materialized (
        select id, visibility, audience_id, hidden_if_blocked_ids from posts
        where id = any(${ids}::uuid[]) and ${isPostThereFor(viewerId)}
      ), hidden_if_blocked as materialized (
        select distinct unnest(hidden_if_blocked_ids) as id from scopes
      ), relationships as materialized (
        select
          array(select followee_id from follows
            where follower_id = ${viewerId} and followee_id in (select audience_id from scopes)) as follows,
          array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id in (select id from hidden_if_blocked)
            union all select blocker_id from blocked_by
            where blocked_id = ${viewerId} and blocker_id in (select id from hidden_if_blocked)
            union all ${hiddenAmong(sql`array(select id from hidden_if_blocked)`)}) as blocked
      )
      select (select json_agg(scopes) from scopes) as scopes, follows, blocked from relationships`,
  );
}

/** Reads the access scopes of the posts that are not deleted. */
export async function findAccessScopes(
  ctx: Context,
  ids: string[],
): Promise<(AccessScope & { id: string })[]> {
  return rows(
    ctx.db.reads,
    postScope,
    sql`select id, visibility, audience_id, hidden_if_blocked_ids from posts
      where id = any(${ids}::uuid[]) and deleted_at is null`,
  );
}

/**
 * Locks the counters of a post until the transaction ends, and reads the post if it is not deleted. New comments, reactions,
 * reposts and deletions take this lock first. An edit does not: `updateContent` checks and changes the row in one statement. A
 * comment is always locked before its parent, so two transactions cannot deadlock.
 */
export async function lockPost(ctx: Context, id: string): Promise<PostRecord | undefined> {
  return one(ctx.db, postColumns, sql`select ${allOfPost} from lock_post(${id}) as posts`);
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
  await exec(
    ctx.db,
    sql`update user_stats set
        public_posts_count = public_posts_count + ${by}::int * moved.public,
        followers_posts_count = followers_posts_count + ${by}::int * moved.followers
      from (
        select author_id, count(*) filter (where not is_followers) as public, count(*) filter (where is_followers) as followers
        from unnest(${authors}::uuid[], ${areFollowers}::boolean[]) as post (author_id, is_followers)
        group by author_id order by author_id) as moved
      where user_stats.user_id = moved.author_id and user_stats.user_id = any(${authors}::uuid[])`,
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
  const changed = await ctx.db
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
  return changed.length > 0;
}
