import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Window } from '../http/paging.ts';
import { visibleTo } from './visibility.ts';

/** A comment's place in what was asked for. */
export interface ThreadRow {
  id: string;
  parent_id: string;
  /** The direct reply it hangs under; its own id for that one. */
  top: string;
  /** It has replies that are not among these rows. */
  is_cut: boolean;
}

/**
 * Ids of the threads under a post or comment: a page of its direct replies, oldest first, and under each at most
 * `replies` of what answers it, level by level, so that a parent always comes before its replies. Every level takes
 * from what is left of that number, which bounds the walk however wide or deep a thread is. Removed and hidden
 * comments are among them where something that can be seen hangs under them.
 */
export async function listThreads(
  ctx: Context,
  postId: string,
  viewerId: string,
  page: Window<{ id: string }>,
  replies: number,
): Promise<ThreadRow[]> {
  const hasPlace = placeIn(viewerId);
  const after = page.after ? sql`and posts.id > ${page.after.id}::uuid` : sql``;
  const { rows } = await sql<ThreadRow>`
    with recursive walk as (
      select id, ${postId}::uuid as parent_id, id as top, 0 as level,
        -- The row beyond the page only says that there is more.
        case when row_number() over (order by id) < ${page.limit}::int then ${replies}::int else 0 end as left_over
      from (
        select posts.id from posts
        where posts.parent_id = ${postId}::uuid ${after} and ${hasPlace}
        order by posts.id limit ${page.limit} offset ${page.offset}) as direct
      union all
      select id, parent_id, top, level, greatest(0, left_over - found)::int
      from (
        select reply.id, walk.id as parent_id, walk.top, walk.level + 1 as level, walk.left_over,
          row_number() over (partition by walk.top order by reply.id) as place,
          count(*) over (partition by walk.top) as found
        from walk cross join lateral (
          select posts.id from posts where posts.parent_id = walk.id and ${hasPlace}
          order by posts.id limit walk.left_over) as reply
      ) as next_level
      where place <= left_over
    ), here as (
      select parent_id, count(*) as replies from walk where level > 0 group by parent_id
    )
    select walk.id, walk.parent_id, walk.top,
      (select count(*) from (
        select from posts where posts.parent_id = walk.id and ${hasPlace}
        limit coalesce(here.replies, 0) + 1) as reply) > coalesce(here.replies, 0) as is_cut
    from walk left join here on here.parent_id = walk.id
    order by walk.top, walk.level, walk.id`.execute(ctx.db);
  return rows;
}

/** Of what hangs under a comment that is gone, so many are looked at for one that is not. */
const LOOKED_UNDER = 200;

/** There to be seen, or above something that is: no page is filled with places that lead to nothing. */
function placeIn(viewerId: string): RawBuilder<boolean> {
  const repliesTo = (id: string) => sql`
    select answer.id, answer.deleted_at, answer.visibility, answer.audience_id, answer.party_ids
    from posts as answer where answer.parent_id = ${sql.ref(id)} limit ${LOOKED_UNDER}`;
  return sql<boolean>`(
    (posts.deleted_at is null and ${visibleTo(viewerId, 'posts')})
    or exists (
      with recursive below as (
        (${repliesTo('posts.id')})
        union all
        select reply.* from below cross join lateral (${repliesTo('below.id')}) as reply
      )
      select from (select * from below limit ${LOOKED_UNDER}) as looked_at
      where deleted_at is null and ${visibleTo(viewerId, 'looked_at')}))`;
}

/** Ids of what a comment answers, the farthest first; no more than the `most` nearest. */
export async function listAncestorIds(ctx: Context, id: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select parent_id as id, 1 as step from posts where id = ${id}::uuid
      union all
      select posts.parent_id, step + 1 from chain join posts on posts.id = chain.id where step < ${most}::int
    )
    select id from chain where id is not null order by step desc`.execute(ctx.db);
  return rows.map((row) => row.id);
}
