import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { PostRecord } from '../db/tables.ts';
import { distinctTags, vectorOf } from '../indexing/post-words.ts';
import { countDoing } from './post.queries.ts';

/** A post or comment as it is made, with all its columns but those that later change. */
export type MadePost = Omit<PostRecord, 'repost_of_id' | 'edited_at' | 'created_at' | 'deleted_at'>;

/**
 * Adds a post with its counters and what it is found by; beside that, under its author, its place among theirs, and
 * their count of posts. Two statements, each of one key, in one round trip; gives its time.
 */
export async function insertPost(ctx: Context, post: MadePost): Promise<Date> {
  const [createdAt] = await Promise.all([insertIntoPosts(ctx, post), insertIntoAuthors(ctx, post)]);
  return createdAt;
}

async function insertIntoPosts(ctx: Context, post: MadePost): Promise<Date> {
  const { id, author_id, visibility } = post;
  const tags = distinctTags(post.hashtags);
  const tagged = sql`, tagged as (
    insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
    select ${id}::uuid, tag, shown, ${author_id}::uuid, ${visibility}, now()
    from unnest(${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ shown }) => shown)}::text[]) as made (tag, shown))`;
  const { rows } = await sql<{ created_at: Date }>`
    with made as (${insertRow(post)}), counted as (
      insert into post_stats (post_id) values (${id})
    ), found as (
      insert into post_search (post_id, number, author_id, visibility, created_at, words)
      select ${id}::uuid, number, ${author_id}::uuid, ${visibility}, now(), ${vectorOf(post)}::tsvector || post_search_eras(number)
      from (select nextval('post_search_numbers') as number) as next
    ) ${tags.length > 0 ? tagged : sql``}
    select created_at from made`.execute(ctx.db);
  return timeOf(rows);
}

async function insertIntoAuthors(
  ctx: Context,
  { id, author_id, visibility }: MadePost,
): Promise<void> {
  const isPublic = visibility === 'public';
  await sql`
    with placed as (
      insert into author_posts (author_id, post_id, kind, visibility) values (${author_id}, ${id}, 'post', ${visibility})
    )
    update user_stats set public_posts_count = public_posts_count + ${Number(isPublic)}::int,
      followers_posts_count = followers_posts_count + ${Number(!isPublic)}::int
    where user_id = ${author_id}`.execute(ctx.db);
}

/** Adds a comment with its counters and its places, its author's and its thread's, and counts it; gives its time. */
export async function insertComment(
  ctx: Context,
  comment: MadePost & { root_id: string; parent_id: string },
  parentAuthorId: string,
): Promise<Date> {
  const { id: post_id, author_id, root_id, parent_id, visibility } = comment;
  const place = { root_id, parent_id, post_id, author_id };
  const [{ rows }] = await Promise.all([
    sql<{ created_at: Date }>`
      with made as (${insertRow(comment)}), counted as (insert into post_stats (post_id) values (${post_id}))
      select created_at from made`.execute(ctx.db),
    ctx.db
      .insertInto('author_posts')
      .values({ author_id, post_id, kind: 'comment', visibility })
      .execute(),
    ctx.db.insertInto('thread_posts').values(place).execute(),
    countDoing(ctx, parent_id, 'comment_count', { by: author_id, ownerId: parentAuthorId }),
  ]);
  return timeOf(rows);
}

function insertRow(post: MadePost): RawBuilder<unknown> {
  return sql`
    insert into posts (id, author_id, content, visibility, audience_id, party_ids, parent_id, root_id, hashtags, mentions,
      media_ids, edit_valid_till, edit_chances_left)
    values (${post.id}, ${post.author_id}, ${post.content}, ${post.visibility}, ${post.audience_id}, ${post.party_ids}::uuid[],
      ${post.parent_id}::uuid, ${post.root_id}::uuid, ${post.hashtags}::text[], ${post.mentions}::text[],
      ${post.media_ids}::uuid[], ${post.edit_valid_till}::timestamptz, ${post.edit_chances_left}::smallint)
    returning created_at`;
}

function timeOf([row]: { created_at: Date }[]): Date {
  if (!row) throw new Error('a post that was added has no time');
  return row.created_at;
}
