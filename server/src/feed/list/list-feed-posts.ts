import type { Context } from '../../kernel/context.ts';
import { minIdAt } from '../../lib/id-times.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { MAX_SKEW_MS } from '../../platform/database/clock-skew.ts';
import type { Candidates } from '../../platform/http/paging/fill-page.ts';
import { readAuthorsWindow, WINDOW_GROWTH } from '../authors-window.ts';
import type { FeedPost } from '../feed-post.queries.ts';

/** Lists posts and reposts of these people after a post, the newest first. It takes one to six statements. */
export async function listFeedPosts(
  ctx: Context,
  authorIds: readonly string[],
  after: { id: string } | null,
  wanted: number,
): Promise<Candidates<FeedPost>> {
  const rows: FeedPost[] = [];
  if (authorIds.length === 0) return { rows, isEnd: true };
  // Another node's clock may be ahead.
  let before = after?.id ?? minIdAt(wallClock() + MAX_SKEW_MS);
  for (let days = 1; ; days *= WINDOW_GROWTH) {
    const limit = wanted + 1 - rows.length;
    const { posts, end } = await readAuthorsWindow(ctx, authorIds, { before, days, limit });
    rows.push(...posts);
    if (rows.length > wanted) return { rows: rows.slice(0, wanted), isEnd: false };
    if (end === null) return { rows, isEnd: true };
    before = end;
  }
}
