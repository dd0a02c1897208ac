import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows } from '../../platform/database/query.ts';
import {
  feedPostsFrom,
  ID_LENGTH,
  joinedPosts,
  publicPost,
  type FeedPost,
  type PostSelection,
  type PublicPost,
} from '../feed-post.queries.ts';
import { idList, partsOf } from '../feed.queries.ts';

/** Selects the newest `limit` posts with ids above `after` that these people like. */
export interface LikedWindow {
  userIds: readonly string[];
  after: string;
  limit: number;
}

export interface Engagement {
  engagers: number;
  /** The author, if the statement looked the post up and it is a public post. Otherwise null. */
  authorId: string | null;
}

export interface FoundCandidates {
  posts: FeedPost[];
  /** The number of likers by post id. A liked comment is an entry, too. */
  liked: Map<string, number>;
  engagement: Map<string, Engagement>;
}

/**
 * Reads in one statement the selected posts, the posts that some people like, and the engagement of both. For liked posts, and for
 * the originals of reposts newer than `newsAfter`, it also finds the author if the post is public.
 */
export async function findCandidates(
  ctx: Context,
  selection: PostSelection,
  { userIds, after, limit }: LikedWindow,
  newsAfter: string,
): Promise<FoundCandidates> {
  const row = await one(
    ctx.db.reads,
    { posts: 'text?', liked: 'text?', engagement: 'text?' },
    sql`with selected as materialized (${selection}),
      liked as materialized (
        select post_id, count(*) as likers from likes
        where user_id = any(${idList(userIds)}) and post_id > ${after}::uuid
        group by post_id order by post_id desc limit ${limit}::int)
      select (${joinedPosts(sql`select * from selected`)}) as posts,
        (select string_agg(post_id::text || likers, ',') from liked) as liked,
        (${engagementOf(
          sql`array(select coalesce(repost_of_id, post_id) from selected)`,
          sql`array(select post_id from liked union select repost_of_id from selected where post_id > ${newsAfter}::uuid and repost_of_id is not null)`,
        )}) as engagement`,
  );
  return {
    posts: feedPostsFrom(row?.posts),
    liked: new Map(
      partsOf(row?.liked).map((part) => [part.slice(0, ID_LENGTH), Number(part.slice(ID_LENGTH))]),
    ),
    engagement: engagementFrom(row?.engagement),
  };
}

const NO_AUTHOR = '-'.repeat(ID_LENGTH);

/**
 * Selects the engagement of known posts, without their authors, and of posts to look up, as one text. Both are arrays in SQL:
 * PostgreSQL reads an index by an array in one pass, and by a subquery once for each id.
 */
function engagementOf(known: RawBuilder<unknown>, lookedUp: RawBuilder<unknown>) {
  return sql`
    select string_agg(post_id::text || coalesce(author_id::text, ${NO_AUTHOR}::text) || engager_count, ',') as found
    from (
      select post_id, null::uuid as author_id, engager_count from post_stats
      where post_id = any(${known}) and engager_count > 0
      union all
      select post_id, author_id, engager_count from post_stats join posts on posts.id = post_stats.post_id
      where post_stats.post_id = any(${lookedUp}) and posts.parent_id is null and posts.repost_of_id is null
        and posts.deleted_at is null and posts.visibility = 'public') as engagement`;
}

/** Looks up public posts, with their authors and engagers. */
export async function findPublicPosts(ctx: Context, ids: readonly string[]): Promise<PublicPost[]> {
  return rows(
    ctx.db.reads,
    publicPost,
    sql`select id, author_id as "authorId", coalesce(engager_count, 0) as engagers
      from posts left join post_stats on post_stats.post_id = posts.id
      where posts.id = any(${idList(ids)}) and parent_id is null and repost_of_id is null
        and deleted_at is null and visibility = 'public'`,
  );
}

function engagementFrom(text: string | null | undefined): Map<string, Engagement> {
  const found = new Map<string, Engagement>();
  for (const part of partsOf(text)) {
    const id = part.slice(0, ID_LENGTH);
    const authorId = part.slice(ID_LENGTH, 2 * ID_LENGTH);
    const engagers = Number(part.slice(2 * ID_LENGTH));
    // A post may be both known and looked up.
    if (authorId !== NO_AUTHOR) found.set(id, { engagers, authorId });
    else if (!found.has(id)) found.set(id, { engagers, authorId: null });
  }
  return found;
}
