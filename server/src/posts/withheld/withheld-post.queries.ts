import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../../platform/database/query.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { postColumnNames } from '../post.queries.ts';

// Moderators withhold posts. Such a post counts as deleted everywhere, but its row keeps its content, so that it can come back.

export type Withheld = NonNullable<PostRecord['withheld_as']>;

export type AnyPost = PostRecord & { is_counted: boolean };

/** Finds a post, deleted or not, and locks it and its counters until the end of the transaction. */
export async function lockAnyPost(ctx: Context, id: string): Promise<AnyPost | undefined> {
  await exec(ctx.db, sql`select from post_stats where post_id = ${id} for update`);
  return ctx.db
    .selectFrom('posts')
    .select([...postColumnNames, 'is_counted'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Withholds a post, or changes how it is withheld. `number` is its number in the search, if a search found it. */
export async function setWithheld(
  ctx: Context,
  id: string,
  as: Withheld,
  number: number | null,
): Promise<void> {
  await exec(
    ctx.db,
    sql`update posts set withheld_as = ${as}, deleted_at = coalesce(deleted_at, (select now())),
        search_number = coalesce(${number}::bigint, search_number)
      where id = ${id}`,
  );
}

/** Ends the withholding of a post. Returns its number in the search. */
export async function unsetWithheld(ctx: Context, id: string): Promise<number | null> {
  const before = await one(
    ctx.db,
    { search_number: 'int8?' },
    sql`select search_number from posts where id = ${id}`,
  );
  await ctx.db
    .updateTable('posts')
    .set({ withheld_as: null, deleted_at: null, search_number: null })
    .where('id', '=', id)
    .execute();
  return before?.search_number ?? null;
}

const repost = {
  id: 'uuid',
  author_id: 'uuid',
  visibility: narrow<PostRecord['visibility']>('text'),
} as const;
export type WithheldRepost = Row<typeof repost>;

/** Withholds all reposts of a post, on all shards. */
export async function withholdReposts(ctx: Context, postId: string): Promise<WithheldRepost[]> {
  const reposts = await rows(
    ctx.db,
    repost,
    sql`update posts set withheld_as = 'removed', deleted_at = now()
      where repost_of_id = ${postId} and deleted_at is null returning id, author_id, visibility`,
  );
  const authors = reposts.map(({ author_id }) => author_id);
  if (authors.length > 0)
    await ctx.db
      .deleteFrom('author_posts')
      .where('author_id', '=', sql<string>`any(${authors}::uuid[])`)
      .where('repost_of_id', '=', postId)
      .execute();
  return reposts;
}

/** Brings back all reposts of a post, on all shards. */
export async function releaseReposts(ctx: Context, postId: string): Promise<WithheldRepost[]> {
  const reposts = await rows(
    ctx.db,
    repost,
    sql`update posts set withheld_as = null, deleted_at = null
      where repost_of_id = ${postId} and withheld_as is not null returning id, author_id, visibility`,
  );
  for (const { id, author_id, visibility } of reposts)
    await ctx.db
      .insertInto('author_posts')
      .values({ author_id, post_id: id, kind: 'repost', repost_of_id: postId, visibility })
      .execute();
  return reposts;
}

/** Lists a post among those of its author, or takes it from there. */
export async function setListed(
  ctx: Context,
  { id, author_id, parent_id, visibility, media_ids }: PostRecord,
  isListed: boolean,
): Promise<void> {
  if (!isListed) {
    await ctx.db
      .deleteFrom('author_posts')
      .where('author_id', '=', author_id)
      .where('post_id', '=', id)
      .execute();
    return;
  }
  await ctx.db
    .insertInto('author_posts')
    .values({
      author_id,
      post_id: id,
      kind: parent_id ? 'comment' : 'post',
      visibility,
      has_media: media_ids.length > 0,
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'post_id']).doNothing())
    .execute();
}

/** Sets whether everybody who knows the address of these media can read them. */
export async function setPublic(ctx: Context, ids: string[], isPublic: boolean): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('media')
    .set({ is_public: isPublic })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
