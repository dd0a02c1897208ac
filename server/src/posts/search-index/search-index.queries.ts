import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one } from '../../platform/database/query.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { distinctTags, vectorOf } from './search-words.ts';
import { indexedWords, listAgain, relistPost, removeFromLists } from './posting-lists.queries.ts';

type IndexedPost = Pick<PostRecord, 'id' | 'author_id' | 'content' | 'hashtags'>;

/** Replaces the words and hashtags of an edited post. The post keeps its number. */
export async function updateIndex(ctx: Context, post: IndexedPost): Promise<void> {
  const old = await one(
    ctx.db,
    indexedWords,
    sql`update post_search set words = ${vectorOf(post)}::tsvector
      from (select post_id, tsvector_to_array(words) as words from post_search where post_id = ${post.id}) as old
      where post_search.post_id = ${post.id} and old.post_id = post_search.post_id
      returning number, old.words`,
  );
  if (old) await relistPost(ctx, old.number, old.words);
  await ctx.db.deleteFrom('post_hashtags').where('post_id', '=', post.id).execute();
  await insertHashtags(ctx, post);
}

/** Deletes a post from the index. Returns its number, by which `restoreToIndex` can bring it back. */
export async function deleteFromIndex(ctx: Context, postId: string): Promise<number | null> {
  const old = await one(
    ctx.db,
    indexedWords,
    sql`delete from post_search where post_id = ${postId} returning number, tsvector_to_array(words) as words`,
  );
  if (old) await removeFromLists(ctx, old.number, old.words);
  await ctx.db.deleteFrom('post_hashtags').where('post_id', '=', postId).execute();
  return old?.number ?? null;
}

/** Brings a post back into the index, under its old number, so that it stands where it stood. */
export async function restoreToIndex(
  ctx: Context,
  post: IndexedPost,
  number: number,
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into post_search (post_id, number, author_id, visibility, created_at, words)
      select id, ${number}::bigint, author_id, visibility, created_at, ${vectorOf(post)}::tsvector
      from posts where id = ${post.id}`,
  );
  await listAgain(ctx, number);
  await insertHashtags(ctx, post);
}

async function insertHashtags(ctx: Context, { id, hashtags }: IndexedPost): Promise<void> {
  const tags = distinctTags(hashtags);
  if (tags.length === 0) return;
  await exec(
    ctx.db,
    sql`insert into post_hashtags (post_id, tag, shown, author_id, visibility, created_at)
      select id, made.tag, made.shown, author_id, visibility, created_at
      from posts cross join unnest(${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ shown }) => shown)}::text[]) as made (tag, shown)
      where id = ${id}`,
  );
}
