import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, one } from '../platform/database/query.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { distinctTags, vectorOf } from './search-index/search-words.ts';
import { countEngagement } from './engagement.queries.ts';

/** A new post or comment, without the columns that only change later. */
export type InsertedPost = Omit<
  PostRecord,
  'repost_of_id' | 'edited_at' | 'created_at' | 'deleted_at' | 'withheld_as'
>;

/**
 * Inserts a post and returns its creation time. Two statements run in one round trip, each on the shard of one key. The first
 * inserts the post, its counters and its search index. The second inserts its entry in the author's list and its pending
 * fan-out (`feed/timelines/fan-out.ts`), and counts it for the author.
 */
export async function insertPost(ctx: Context, post: InsertedPost): Promise<Date> {
  const [createdAt] = await Promise.all([insertIntoPosts(ctx, post), insertIntoAuthors(ctx, post)]);
  return createdAt;
}

const creationTime = { created_at: 'timestamptz' } as const;

async function insertIntoPosts(ctx: Context, post: InsertedPost): Promise<Date> {
  const { id, author_id, visibility } = post;
  const tags = distinctTags(post.hashtags);
  const tagged = sql`, tagged as (
    insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
    select ${id}::uuid, tag, shown, ${author_id}::uuid, ${visibility}, now()
    from unnest(${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ shown }) => shown)}::text[]) as made (tag, shown))`;
  const made = await one(
    ctx.db,
    creationTime,
    sql`with made as (${insertRow(post)}), counted as (
        insert into post_stats (post_id) values (${id})
      ), found as (
        insert into post_search (post_id, number, author_id, visibility, created_at, words)
        select ${id}::uuid, number, ${author_id}::uuid, ${visibility}, now(), ${vectorOf(post)}::tsvector
        from (select nextval('post_search_numbers') as number) as next
      ) ${tags.length > 0 ? tagged : sql``}
      select created_at from made`,
  );
  return creationTimeIn(made);
}

async function insertIntoAuthors(
  ctx: Context,
  { id, author_id, visibility, media_ids }: InsertedPost,
): Promise<void> {
  const isPublic = visibility === 'public';
  await exec(
    ctx.db,
    sql`with placed as (
        insert into author_posts (author_id, post_id, kind, visibility, has_media)
        values (${author_id}, ${id}, 'post', ${visibility}, ${media_ids.length > 0})
      ), due as (
        insert into fan_outs (author_id, post_id) values (${author_id}, ${id})
      )
      update user_stats set public_posts_count = public_posts_count + ${Number(isPublic)}::int,
        followers_posts_count = followers_posts_count + ${Number(!isPublic)}::int
      where user_id = ${author_id}`,
  );
}

/**
 * Inserts a comment with its counters and its entries in the lists of its author and its thread. Adds one to the comment
 * count of its parent. Returns its creation time.
 */
export async function insertComment(
  ctx: Context,
  comment: InsertedPost & { root_id: string; parent_id: string },
  parentAuthorId: string,
): Promise<Date> {
  const { id: post_id, author_id, root_id, parent_id, visibility, media_ids } = comment;
  const threadEntry = { root_id, parent_id, post_id, author_id };
  const [made] = await Promise.all([
    one(
      ctx.db,
      creationTime,
      sql`with made as (${insertRow(comment)}), counted as (insert into post_stats (post_id) values (${post_id}))
        select created_at from made`,
    ),
    ctx.db
      .insertInto('author_posts')
      .values({ author_id, post_id, kind: 'comment', visibility, has_media: media_ids.length > 0 })
      .execute(),
    ctx.db.insertInto('thread_posts').values(threadEntry).execute(),
    countEngagement(ctx, parent_id, 'comment_count', { by: author_id, ownerId: parentAuthorId }),
  ]);
  return creationTimeIn(made);
}

function insertRow(post: InsertedPost): RawBuilder<unknown> {
  return sql`
    insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, parent_id, root_id, hashtags, mentions,
      media_ids, edit_valid_till, edit_chances_left)
    values (${post.id}, ${post.author_id}, ${post.content}, ${post.visibility}, ${post.audience_id}, ${post.hidden_if_blocked_ids}::uuid[],
      ${post.parent_id}::uuid, ${post.root_id}::uuid, ${post.hashtags}::text[], ${post.mentions}::text[],
      ${post.media_ids}::uuid[], ${post.edit_valid_till}::timestamptz, ${post.edit_chances_left}::smallint)
    returning created_at`;
}

function creationTimeIn(row: { created_at: Date } | undefined): Date {
  if (!row) throw new Error('the inserted post has no creation time');
  return row.created_at;
}
