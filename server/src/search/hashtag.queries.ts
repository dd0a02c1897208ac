import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { MAX_ID } from '../platform/database/id-bounds.ts';
import { rows, type Row } from '../platform/database/query.ts';
import type { RowRange } from '../platform/http/paging/paging.ts';
import { relationshipTables } from '../posts/visibility.ts';
import { isHidden } from '../users/hidden-user.queries.ts';
import { mutedBy } from '../relations/mutes/mute.queries.ts';
import { isListedFor } from '../users/limited-user.queries.ts';

/**
 * Lists the ids of posts with a hashtag that the viewer may see and does not mute, newest first. Reads public posts and the
 * followers-only posts of followed people separately, so it never walks past hidden posts one by one. Queries all shards.
 */
export async function listTaggedIds(
  ctx: Context,
  tag: string,
  viewerId: string,
  page: RowRange<{ id: string }>,
): Promise<{ id: string }[]> {
  const limit = page.offset + page.limit;
  const tagged = sql`select post_id from post_hashtags
    where tag = ${tag} and post_id < ${page.after?.id ?? MAX_ID}
      and author_id not in (select id from hidden) and not ${isHidden(sql`author_id`)}
      and author_id not in (select id from muted) and ${isListedFor(viewerId, sql`author_id`)}`;
  return rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`with ${relationshipTables(viewerId)}, ${mutedBy(viewerId)}, open as materialized (
        ${tagged} and visibility = 'public' order by post_id desc limit ${limit}
      ), closed as materialized (
        ${tagged} and visibility = 'followers'
          and author_id = any(array(select id from followed union all select ${viewerId}::uuid))
        order by post_id desc limit ${limit}
      )
      select post_id as id from (select * from open union all select * from closed) as listed
      order by post_id desc limit ${page.limit} offset ${page.offset}`,
  );
}

const countedTag = { tag: 'text', count: 'int4' } as const;
export type CountedTag = Row<typeof countedTag>;

export async function listTrendingTags(ctx: Context): Promise<CountedTag[]> {
  return ctx.db.reads
    .selectFrom('trending_hashtags')
    .select(['tag', 'count'])
    .orderBy('position')
    .execute();
}

/** The most hashtags from each source: the most used of this week, and the first ones by alphabet. */
const MAX_TAGS_PER_SOURCE = 20;
/** The most posts that are counted for each hashtag. */
const MAX_COUNTED_POSTS = 100;

/**
 * Finds hashtags by their beginning, the most used first. Considers only public posts that the viewer may see. Spells each
 * hashtag as most people type it.
 */
export async function findTagsLike(
  ctx: Context,
  viewerId: string,
  start: string,
  limit: number,
): Promise<CountedTag[]> {
  return rows(
    ctx.db.reads,
    countedTag,
    sql`select shown as tag, count from tags_like(${viewerId}, ${start}, ${MAX_TAGS_PER_SOURCE}, ${MAX_COUNTED_POSTS}) as found
      order by count desc, people desc, found.tag collate "C" limit ${limit}`,
  );
}
