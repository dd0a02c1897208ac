import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { exec, rows, type Row } from '../../platform/database/query.ts';

const ownPost = { id: 'uuid', root_id: 'uuid?', repost_of_id: 'uuid?' } as const;
export type OwnPost = Row<typeof ownPost>;

/** Lists posts, comments and reposts of a person that are not deleted. */
export async function listOwnPosts(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<OwnPost[]> {
  return rows(
    ctx.db.reads,
    ownPost,
    sql`with own as materialized (
        select post_id from author_posts where author_id = ${userId} order by post_id limit ${limit}::int)
      select id, root_id, repost_of_id from posts where id = any(array(select post_id from own))`,
  );
}

/** Lists posts, comments and reposts of a person that are withheld, on all shards. */
export async function listWithheldPosts(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<OwnPost[]> {
  return rows(
    ctx.db.reads,
    ownPost,
    sql`select id, root_id, repost_of_id from posts
      where author_id = ${userId} and withheld_as is not null limit ${limit}::int`,
  );
}

/** Deletes a repost while it is withheld. The caller holds the lock of its original. */
export async function deleteWithheldRepost(
  ctx: Context,
  id: string,
): Promise<{ is_counted: boolean } | undefined> {
  return ctx.db
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('withheld_as', 'is not', null)
    .returning('is_counted')
    .executeTakeFirst();
}

/** Lists the comments of a thread, or the direct replies to `parentId` in it. */
export async function listRepliesTo(
  ctx: Context,
  { rootId, parentId, after }: { rootId: string; parentId: string | null; after: string | null },
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { post_id: 'uuid' },
    sql`select post_id from thread_posts
      where root_id = ${rootId} and post_id > ${after ?? MIN_ID}
        and (${parentId}::uuid is null or parent_id = ${parentId}::uuid)
      order by post_id limit ${limit}::int`,
  );
  return found.map(({ post_id }) => post_id);
}

/**
 * Removes a person from the people whose blocks hide these comments and their reposts. Public comments no longer name the
 * person as their audience, because new replies take it over. Comments for followers keep it, so that nobody else sees them.
 */
export async function showWithoutAuthor(
  ctx: Context,
  authorId: string,
  ids: string[],
): Promise<void> {
  for (const column of ['id', 'repost_of_id'])
    await exec(
      ctx.db,
      sql`update posts set hidden_if_blocked_ids = array_remove(hidden_if_blocked_ids, ${authorId}::uuid),
          audience_id = case when audience_id = ${authorId} and visibility = 'public' then author_id else audience_id end
        where ${sql.ref(column)} = any(${ids}::uuid[]) and author_id <> ${authorId}`,
    );
}
