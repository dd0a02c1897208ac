import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { keysOf } from '../../platform/database/keys.ts';
import { one, type Row } from '../../platform/database/query.ts';

const viewerState = {
  liked: 'uuid[]',
  bookmarked: 'uuid[]',
  reposted: 'uuid[]',
  follows: 'uuid[]',
  blocks: 'uuid[]',
} as const;
/** Ids of the posts that the viewer liked, bookmarked and reposted, and of the people that they follow and block. */
export type ViewerState = Row<typeof viewerState>;

/** Reads the viewer's state for these posts and people in one statement. All rows are on the shard of the viewer. */
export async function findViewerState(
  ctx: Context,
  viewerId: string,
  postIds: string[],
  userIds: string[],
): Promise<ViewerState> {
  const [posts, users] = [keysOf(postIds), keysOf(userIds)];
  const found = await one(
    ctx.db.reads,
    viewerState,
    sql`select
        array(select post_id from likes where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as liked,
        array(select post_id from bookmarks where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as bookmarked,
        array(select repost_of_id from author_posts
          where author_id = ${viewerId} and repost_of_id = any(${posts}::uuid[])) as reposted,
        array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${users}::uuid[])) as follows,
        array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${users}::uuid[])) as blocks`,
  );
  return found ?? { liked: [], bookmarked: [], reposted: [], follows: [], blocks: [] };
}
