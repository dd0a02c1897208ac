import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { visibleTo } from '../posts/visibility.ts';

/** Whose posts come first; a feed is read through one part after the other. */
export const feedParts = { followed: 1, popular: 2, others: 3 } as const;

export interface FeedPlace {
  part: number;
  id: string;
  /** When the visit began, by the database's clock: what became popular, was reposted or followed since stays where it was. */
  since: string;
}

interface FeedPage {
  after: FeedPlace | null;
  offset: number;
  limit: number;
}

/**
 * Ids of the home feed: own and followed people's posts and reposts, then popular public posts, then the
 * other public ones, each newest first. A post shows once: where it stands itself or was first reposted, so that
 * the next repost moves nothing. A part is read only where those before it did not fill the page.
 */
export async function listFeedIds(
  ctx: Context,
  viewerId: string,
  page: FeedPage,
): Promise<FeedPlace[]> {
  const rows = page.offset + page.limit;
  const since = sql`(select at from visit)`;
  const isPopular = sql`coalesce(popular_since <= ${since}, false)`;
  const { rows: found } = await sql<FeedPlace>`
    with visit as materialized (
      select coalesce(${page.after?.since ?? null}::timestamptz, now()) as at
    ), followed as materialized (
      select ${feedParts.followed}::int as part, newest.id
      from (select ${viewerId}::uuid as author_id
        union all select followee_id from follows where follower_id = ${viewerId}) as source
      cross join lateral (
        select posts.id from author_posts join posts on posts.id = author_posts.post_id
        where author_posts.author_id = source.author_id and author_posts.kind <> 'comment'
          and ${isAfter(page, feedParts.followed, 'author_posts.post_id')} and ${visibleTo(viewerId, 'posts')}
          and ${isFirstShowing(viewerId)}
        order by author_posts.post_id desc limit ${rows}) as newest
      order by newest.id desc limit ${rows}
    ), popular as materialized (
      select ${feedParts.popular}::int as part, posts.id
      from post_stats join posts on posts.id = post_stats.post_id
      where (select count(*) from followed) < ${rows}
        and post_stats.popular_since is not null and ${isPopular}
        and ${isAfter(page, feedParts.popular, 'post_stats.post_id')}
        and posts.parent_id is null and posts.deleted_at is null and posts.visibility = 'public'
        and ${isElsewhere(viewerId, since)} and ${visibleTo(viewerId, 'posts')}
      order by post_stats.post_id desc limit ${rows}
    ), others as materialized (
      select ${feedParts.others}::int as part, posts.id
      from posts join post_stats on post_stats.post_id = posts.id
      where (select count(*) from followed) + (select count(*) from popular) < ${rows}
        and posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null
        and posts.visibility = 'public' and ${isAfter(page, feedParts.others, 'posts.id')}
        and not ${isPopular} and ${isElsewhere(viewerId, since)} and ${visibleTo(viewerId, 'posts')}
      order by posts.id desc limit ${rows}
    )
    select part, id, (select at::text from visit) as since
    from (select * from followed union all select * from popular union all select * from others) as feed
    order by part, id desc limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return found;
}

/** Within the part the last page ended in, go on after its last row; parts before it are done. */
function isAfter(page: FeedPage, number: number, id: string): RawBuilder<unknown> {
  const part = page.after?.part ?? feedParts.followed;
  const last = page.after?.id ?? null;
  return sql`(${part}::int < ${number}::int
    or (${part}::int = ${number}::int and (${last}::uuid is null or ${sql.ref(id)} < ${last}::uuid)))`;
}

/** The viewer themself counts as followed; with `since`, only who was followed by then. */
function isFollowed(viewerId: string, column: string, since?: RawBuilder<unknown>) {
  const byThen = since ? sql`and follows.created_at <= ${since}` : sql``;
  return sql`(${sql.ref(column)} = ${viewerId} or exists (
    select from follows where follower_id = ${viewerId} and followee_id = ${sql.ref(column)} ${byThen}))`;
}

/** Not a repost of what this part shows already: the post itself, or an earlier repost of it. Own ones always show. */
function isFirstShowing(viewerId: string): RawBuilder<unknown> {
  return sql`(posts.repost_of_id is null or posts.author_id = ${viewerId} or not exists (
    select from posts as shown
    where (shown.id = posts.repost_of_id or (shown.repost_of_id = posts.repost_of_id and shown.id < posts.id))
      and shown.parent_id is null and ${isFollowed(viewerId, 'shown.author_id')}))`;
}

/** By a stranger, and not shown by a followed person's repost, when the visit began. */
function isElsewhere(viewerId: string, since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(not ${isFollowed(viewerId, 'posts.author_id', since)} and not exists (
    select from posts as shown
    where shown.repost_of_id = posts.id and shown.created_at <= ${since}
      and ${isFollowed(viewerId, 'shown.author_id', since)}))`;
}
