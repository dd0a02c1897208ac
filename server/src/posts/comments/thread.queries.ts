import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { exec, one, rows, type Row } from '../../platform/database/query.ts';

const threadRow = {
  id: 'uuid',
  parent_id: 'uuid',
  /** The direct reply at the top of this comment's thread. For a direct reply it is its own id. */
  top: 'uuid',
  /** Whether it has replies that are not among the rows of the answer. */
  is_cut: 'bool',
} as const;
/** The position of a comment in the threads under a post. */
export type ThreadRow = Row<typeof threadRow>;

/** Selects the threads under `parentId`, a post or comment, that follow the direct reply `after`. */
export interface ThreadPage {
  rootId: string;
  parentId: string;
  after: string | null;
  limit: number;
}

/**
 * Reads the positions of the comments in these threads, whoever may see them. Direct replies come oldest first. Under each the
 * statement walks level by level and takes at most `replies` comments, so the shape of a thread cannot make the walk long. A
 * parent comes before its replies. Deleted comments are included if they have replies.
 */
export async function listThreads(
  ctx: Context,
  { rootId, parentId, after, limit }: ThreadPage,
  replies: number,
): Promise<ThreadRow[]> {
  return rows(
    ctx.db.reads,
    threadRow,
    sql`with recursive walk as (
        select id, ${parentId}::uuid as parent_id, id as top, 0 as level, ${replies}::int as left_over
        from (
          select post_id as id from thread_posts
          where root_id = ${rootId} and parent_id = ${parentId} and post_id > ${after ?? MIN_ID}
          order by post_id limit ${limit}) as direct
        union all
        select id, parent_id, top, level, greatest(0, left_over - found)::int
        from (
          select reply.id, walk.id as parent_id, walk.top, walk.level + 1 as level, walk.left_over,
            row_number() over (partition by walk.top order by reply.id) as place,
            count(*) over (partition by walk.top) as found
          from walk cross join lateral (
            select post_id as id from thread_posts
            where root_id = ${rootId} and thread_posts.parent_id = walk.id
            order by post_id limit walk.left_over) as reply
        ) as next_level
        where place <= left_over
      ), here as (
        select parent_id, count(*) as replies from walk where level > 0 group by parent_id
      ), whole as (
        select top, count(*) <= ${replies}::int as is_whole from walk group by top
      )
      select walk.id, walk.parent_id, walk.top, case when is_whole then false else
        (select count(*) from (
          select from thread_posts where root_id = ${rootId} and thread_posts.parent_id = walk.id
          limit coalesce(here.replies, 0) + 1) as reply) > coalesce(here.replies, 0) end as is_cut
      from walk join whole on whole.top = walk.top left join here on here.parent_id = walk.id
      order by walk.top, walk.level, walk.id`,
  );
}

/** Reads the ids of the `limit` nearest ancestors of a comment, the farthest first. */
export async function listAncestorIds(
  ctx: Context,
  { id, root_id }: { id: string; root_id: string | null },
  limit: number,
): Promise<string[]> {
  if (!root_id) return [];
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`with recursive chain as (
        select parent_id as id, 1 as step from thread_posts where root_id = ${root_id} and post_id = ${id}
        union all
        select thread_posts.parent_id, step + 1
        from chain join thread_posts on thread_posts.root_id = ${root_id} and thread_posts.post_id = chain.id
        where step < ${limit}::int
      )
      select id from chain order by step desc`,
  );
  return found.map((row) => row.id);
}

/** How many levels above a deleted comment are checked for deleted comments without replies. */
const MAX_PRUNED_LEVELS = 100;

/**
 * Removes a deleted comment from its thread. If it has replies, the statement only marks it as deleted. It also removes the
 * deleted comments above it that have no other reply. The caller has locked the comment and its parent. A comment further up
 * may lose another reply at the same time. It then stays in the table, but no page shows it.
 */
export async function deleteFromThread(ctx: Context, rootId: string, id: string): Promise<void> {
  await ctx.db
    .updateTable('thread_posts')
    .set({ is_deleted: true })
    .where('root_id', '=', rootId)
    .where('post_id', '=', id)
    .execute();
  await exec(
    ctx.db,
    sql`with recursive dead as (
        select post_id, parent_id, 1 as step from thread_posts as leaf
        where root_id = ${rootId} and post_id = ${id}
          and not exists (select from thread_posts where root_id = ${rootId} and parent_id = leaf.post_id)
        union all
        select above.post_id, above.parent_id, step + 1
        from dead join thread_posts as above on above.root_id = ${rootId} and above.post_id = dead.parent_id
        where above.is_deleted and step < ${MAX_PRUNED_LEVELS}::int and not exists (
          select from thread_posts
          where root_id = ${rootId} and parent_id = above.post_id and post_id <> dead.post_id)
      )
      delete from thread_posts where root_id = ${rootId} and post_id in (select post_id from dead)`,
  );
}

/**
 * Puts a comment back into its thread, after `deleteFromThread`. It also brings back the deleted comments above it that had no other
 * reply, because it hangs below them.
 */
export async function restoreToThread(
  ctx: Context,
  comment: { id: string; author_id: string; parent_id: string; root_id: string },
): Promise<void> {
  const { root_id } = comment;
  let next: typeof comment | undefined = comment;
  for (let level = 0; next && level < MAX_PRUNED_LEVELS; level += 1) {
    const { id, author_id, parent_id }: typeof comment = next;
    await ctx.db
      .insertInto('thread_posts')
      .values({ root_id, parent_id, post_id: id, author_id, is_deleted: level > 0 })
      .onConflict((conflict) =>
        conflict.columns(['root_id', 'post_id']).doUpdateSet({ is_deleted: level > 0 }),
      )
      .execute();
    next = parent_id === root_id ? undefined : await findMissingComment(ctx, root_id, parent_id);
  }
}

/** Finds a comment that is not in its thread any more. */
async function findMissingComment(ctx: Context, rootId: string, id: string) {
  const isThere = await one(
    ctx.db,
    { post_id: 'uuid' },
    sql`select post_id from thread_posts where root_id = ${rootId} and post_id = ${id}`,
  );
  if (isThere) return undefined;
  return one(
    ctx.db,
    { id: 'uuid', author_id: 'uuid', parent_id: 'uuid', root_id: 'uuid' },
    sql`select id, author_id, parent_id, root_id from posts where id = ${id}`,
  );
}
