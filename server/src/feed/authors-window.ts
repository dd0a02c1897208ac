import type { Context } from '../kernel/context.ts';
import { minIdAt, timeOf } from '../lib/id-times.ts';
import { listPosts, postsByAuthors, type FeedPost } from './feed-post.queries.ts';
import { MIN_ID } from '../platform/database/id-bounds.ts';

const DAY_MS = 86_400_000;
/** A look-back window of more days reads everything. */
const MAX_WINDOW_DAYS = 10_000;
/** Each window is this many times as long as the one before. So at most six of them reach the beginning of the network. */
export const WINDOW_GROWTH = 8;

export interface AuthorsWindow {
  /** The newest first. */
  posts: FeedPost[];
  /** The id at which the next window begins. Null at the end of the network. */
  end: string | null;
}

/** Reads the newest `limit` posts and reposts of these authors from the days before an id, by an index alone. */
export async function readAuthorsWindow(
  ctx: Context,
  authorIds: readonly string[],
  { before, days, limit }: { before: string; days: number; limit: number },
): Promise<AuthorsWindow> {
  const start = timeOf(before) - days * DAY_MS;
  const after = start > 0 && days < MAX_WINDOW_DAYS ? minIdAt(start) : MIN_ID;
  const posts = await listPosts(ctx, postsByAuthors(authorIds, { before, after, limit }));
  if (posts.length === limit) return { posts, end: posts.at(-1)!.id };
  return { posts, end: after === MIN_ID ? null : after };
}
