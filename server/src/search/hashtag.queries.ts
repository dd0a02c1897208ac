import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Window } from '../http/paging.ts';
import { standingOf } from '../posts/visibility.ts';

/**
 * Ids of the posts with a hashtag that the viewer may see, newest first: public ones, and by their authors those of each
 * person whose followers-only posts they may read, so that nobody's hidden posts are passed by one after the other. On a
 * database in shards this asks all of them.
 */
export async function listTaggedIds(
  ctx: Context,
  tag: string,
  viewerId: string,
  page: Window<{ id: string }>,
): Promise<{ id: string }[]> {
  const rows = page.offset + page.limit;
  const after = page.after?.id ?? null;
  const tagged = sql`select post_id from post_hashtags
    where tag = ${tag} and (${after}::uuid is null or post_id < ${after}::uuid)
      and author_id not in (select id from hidden)`;
  const { rows: found } = await sql<{ id: string }>`
    with ${standingOf(viewerId)}, open as materialized (
      ${tagged} and visibility = 'public' order by post_id desc limit ${rows}
    ), closed as materialized (
      ${tagged} and visibility = 'followers'
        and author_id = any(array(select id from followed union all select ${viewerId}::uuid))
      order by post_id desc limit ${rows}
    )
    select post_id as id from (select * from open union all select * from closed) as listed
    order by post_id desc limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return found;
}

export interface CountedTag {
  tag: string;
  count: number;
}

export async function listTrendingTags(ctx: Context): Promise<CountedTag[]> {
  return ctx.db
    .selectFrom('trending_hashtags')
    .select(['tag', 'count'])
    .orderBy('position')
    .execute();
}

/** Hashtags looked at of the most used and of the first by alphabet, and posts counted of each. */
const MOST_TAGS = 20;
const MOST_COUNTED = 100;

/**
 * Hashtags of public posts that the viewer may see and that begin like this, the most used first, as most people type
 * them: of those used this week, and of all others the first by alphabet.
 */
export async function findTagsLike(
  ctx: Context,
  viewerId: string,
  start: string,
  limit: number,
): Promise<CountedTag[]> {
  const { rows } = await sql<CountedTag>`
    select shown as tag, count from tags_like(${viewerId}, ${start}, ${MOST_TAGS}, ${MOST_COUNTED}) as found
    order by count desc, people desc, found.tag collate "C" limit ${limit}`.execute(ctx.db);
  return rows;
}
