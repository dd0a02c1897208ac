import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { distinctTags, vectorOf } from './search-words.ts';

type IndexedPost = Pick<PostRecord, 'id' | 'author_id' | 'content' | 'hashtags'>;

/** Replaces the words and hashtags of an edited post. The post keeps its number. */
export async function updateIndex(ctx: Context, post: IndexedPost): Promise<void> {
  await ctx.db
    .updateTable('post_search')
    .set({ words: sql<string>`${vectorOf(post)}::tsvector || post_search_eras(number)` })
    .where('post_id', '=', post.id)
    .execute();
  await ctx.db.deleteFrom('post_hashtags').where('post_id', '=', post.id).execute();
  await insertHashtags(ctx, post);
}

export async function deleteFromIndex(ctx: Context, postId: string): Promise<void> {
  await ctx.db.deleteFrom('post_search').where('post_id', '=', postId).execute();
  await ctx.db.deleteFrom('post_hashtags').where('post_id', '=', postId).execute();
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
