import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { keysOf } from '../db/keys.ts';

/** What the viewer did with posts, and what they are to people: ids of those of whom it is so. */
export interface OwnSide {
  liked: string[];
  bookmarked: string[];
  reposted: string[];
  follows: string[];
  blocks: string[];
}

/** All that stands under the viewer's own key, in one statement. */
export async function findOwnSide(
  ctx: Context,
  viewerId: string,
  postIds: string[],
  userIds: string[],
): Promise<OwnSide> {
  const [posts, users] = [keysOf(postIds), keysOf(userIds)];
  const { rows } = await sql<OwnSide>`
    select
      array(select post_id from likes where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as liked,
      array(select post_id from bookmarks where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as bookmarked,
      array(select repost_of_id from author_posts
        where author_id = ${viewerId} and repost_of_id = any(${posts}::uuid[])) as reposted,
      array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${users}::uuid[])) as follows,
      array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${users}::uuid[])) as blocks`.execute(
    ctx.db,
  );
  return rows[0] ?? { liked: [], bookmarked: [], reposted: [], follows: [], blocks: [] };
}
