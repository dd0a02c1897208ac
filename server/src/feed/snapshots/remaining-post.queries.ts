import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows } from '../../platform/database/query.ts';
import { isLimited } from '../../users/limited-user.queries.ts';
import { idList } from '../feed.queries.ts';

/**
 * Lists other people's public posts, newest first, on all shards, without limited people whom the reader does not follow. Only readers who
 * scroll past the end of a list need them.
 */
export async function listPublicPostIds(
  ctx: Context,
  userId: string,
  followed: readonly string[],
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from posts
      where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
        and id < ${before}::uuid and author_id <> ${userId}
        and (not ${isLimited(sql`author_id`)} or author_id = any(${idList(followed)}))
      order by id desc limit ${limit}::int`,
  );
  return found.map(({ id }) => id);
}

/** Lists the posts for followers by these people between two ids, newest first. */
export async function listFollowersOnlyPostIds(
  ctx: Context,
  followed: readonly string[],
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<string[]> {
  // Without keys, a distributed database would ask every shard.
  if (followed.length === 0) return [];
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select post_id as id from author_posts
      where author_id = any(${idList(followed)}) and post_id < ${before}::uuid and post_id > ${after}::uuid
        and kind <> 'comment' and visibility = 'followers' and repost_of_id is null
      order by post_id desc limit ${limit}::int`,
  );
  return found.map(({ id }) => id);
}
