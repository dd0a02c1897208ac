import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows } from '../../platform/database/query.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { idList } from '../feed.queries.ts';

/** For each post, the number of earliest reposts that are checked. If the viewer may see none of them, two reposts of it can show. */
const MAX_REPOSTS = 3;

/** Lists the earliest reposts of these posts by these people. */
export async function listEarliestReposts(
  ctx: Context,
  authorIds: readonly string[],
  originalIds: readonly string[],
): Promise<Pick<FeedPost, 'id' | 'repostOfId'>[]> {
  if (originalIds.length === 0) return [];
  const found = await rows(
    ctx.db.reads,
    { repostOfId: 'uuid', ids: 'uuid[]' },
    sql`select repost_of_id as "repostOfId", (array_agg(post_id order by post_id))[1:${MAX_REPOSTS}::int] as ids
      from author_posts
      where author_id = any(${idList(authorIds)}) and repost_of_id = any(${idList(originalIds)})
      group by repost_of_id`,
  );
  return found.flatMap(({ repostOfId, ids }) => ids.map((id) => ({ id, repostOfId })));
}
