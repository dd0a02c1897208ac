import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { visibleTo } from '../posts/visibility.ts';

/** Whose posts come first; a feed is read through one part after the other. */
export const feedParts = { followed: 1, popular: 2, others: 3 } as const;

export interface FeedPlace {
  part: number;
  id: string;
  /** When the visit began: what changed parts since stays where it was. */
  since: string;
}

/**
 * Ids of the home feed: own and followed people's posts and reposts, then popular public posts, then the
 * other public ones, each newest first. Every part reads at most one page off an index that is in that order.
 */
export async function listFeedIds(
  ctx: Context,
  viewerId: string,
  page: { after: FeedPlace | null; offset: number; limit: number },
): Promise<{ part: number; id: string }[]> {
  const part = page.after?.part ?? feedParts.followed;
  const since = page.after?.since ?? new Date().toISOString();
  const rows = page.offset + page.limit;
  /** Within the part the last page ended in, go on after its last row; parts before it are done. */
  const after = (number: number, id: string) =>
    sql`(${part}::int < ${number}::int or (${part}::int = ${number}::int and (${page.after?.id ?? null}::uuid is null or ${sql.ref(id)} < ${page.after?.id ?? null}::uuid)))`;
  const stranger = sql`posts.author_id <> ${viewerId}
    and not exists (select from follows where follower_id = ${viewerId} and followee_id = posts.author_id)`;
  const isPopular = sql`coalesce(popular_since <= ${since}::timestamptz, false)`;
  const { rows: found } = await sql<{ part: number; id: string }>`
    select part, id from (
      (select ${feedParts.followed}::int as part, newest.id
        from (select ${viewerId}::uuid as author_id
          union all select followee_id from follows where follower_id = ${viewerId}) as source
        cross join lateral (
          select posts.id from posts
          where posts.author_id = source.author_id and posts.parent_id is null and posts.deleted_at is null
            and ${after(feedParts.followed, 'posts.id')} and ${visibleTo(viewerId, 'posts')}
          order by posts.id desc limit ${rows}) as newest
        order by newest.id desc limit ${rows})
      union all
      (select ${feedParts.popular}::int, posts.id
        from post_stats join posts on posts.id = post_stats.post_id
        where post_stats.popular_since is not null and ${isPopular} and ${after(feedParts.popular, 'post_stats.post_id')}
          and posts.parent_id is null and posts.deleted_at is null and posts.visibility = 'public'
          and ${stranger} and ${visibleTo(viewerId, 'posts')}
        order by post_stats.post_id desc limit ${rows})
      union all
      (select ${feedParts.others}::int, posts.id
        from posts join post_stats on post_stats.post_id = posts.id
        where posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null
          and posts.visibility = 'public' and ${after(feedParts.others, 'posts.id')} and not ${isPopular}
          and ${stranger} and ${visibleTo(viewerId, 'posts')}
        order by posts.id desc limit ${rows})
    ) as feed
    order by part, id desc limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return found;
}
