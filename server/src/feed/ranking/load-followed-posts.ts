import type { MemberContext } from '../../kernel/context.ts';
import {
  findFollowedAmong,
  listPostsByAuthors,
  type FeedPost,
  type LookBackWindow,
} from '../feed.queries.ts';
import type { FeedReader } from '../load-reader.ts';
import { minIdAt, timeOf } from '../packed-ids.ts';
import { listTimelinePosts } from '../timelines/timeline.queries.ts';
import { listLikedPosts, listPostsAndLikedPosts } from './candidate.queries.ts';
import { newestFirst } from './rank-posts.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** The most posts by followed people in one list. */
const MAX_FOLLOWED_POSTS = 200;
/** The most posts that the closest people like. */
const MAX_LIKED_POSTS = 60;
/** How many of the closest people are asked for their likes. */
const MAX_LIKERS = 20;
const LIKED_WINDOW_MS = 3 * 86_400_000;

/** The first look-back window of a reader without a list, counted from the newest post of the network. */
const FIRST_LOOK_BACK_MS = 3 * 3_600_000;
const MIN_LOOK_BACK_MS = 60_000;
const WHOLE_HISTORY_MS = 50 * 365 * 86_400_000;
/** A window with fewer posts grows by this factor, or by more if many posts are missing. */
const MIN_GROWTH_FACTOR = 8;
const MIN_FOUND_POSTS = 60;
/** A window that was full shrinks to its posts times this factor. The rest is a reserve, so a quiet day takes one statement. */
const RESERVE_FACTOR = 1.25;
/** Posts younger than this may not be in the timelines yet. */
const MAX_FAN_OUT_DELAY_MS = 120_000;

/** The newest posts by followed people and the reader, newest first. */
export interface FollowedPosts {
  posts: FeedPost[];
  /** The look-back window for the next list. Null if the posts come from a timeline. */
  lookBackMs: number | null;
}

export async function loadFollowedPosts(
  ctx: MemberContext,
  reader: FeedReader,
): Promise<FollowedPosts> {
  if (reader.hasTimeline) return loadTimelinePosts(ctx, reader);
  return lookBack(ctx, reader, null, async (authors, window) =>
    listPostsByAuthors(ctx, authors, window),
  );
}

/** Loads the newest posts by followed people after an id. */
export async function loadFollowedPostsAfter(
  ctx: MemberContext,
  reader: FeedReader,
  window: { after: string; limit: number },
): Promise<FeedPost[]> {
  if (!reader.hasTimeline) return listPostsByAuthors(ctx, reader.followed, window);
  const { posts } = await loadTimelinePosts(ctx, reader);
  return posts.filter(({ id }) => id > window.after).slice(0, window.limit);
}

/** Loads the posts by followed people, and the posts that the closest people like, with the number of likers. */
export async function loadFollowedAndLikedPosts(
  ctx: MemberContext,
  reader: FeedReader,
  after: string,
): Promise<FollowedPosts & { liked: Map<string, number> }> {
  const likers = {
    ids: closestPeople(reader),
    window: { after: minIdAt(wallClock() - LIKED_WINDOW_MS), limit: MAX_LIKED_POSTS },
  };
  if (reader.hasTimeline) {
    const [followed, liked] = await Promise.all([
      loadTimelinePosts(ctx, reader),
      listLikedPosts(ctx, likers.ids, likers.window),
    ]);
    return { ...followed, liked };
  }
  let liked: Map<string, number> | undefined;
  const followed = await lookBack(ctx, reader, after, async (ids, window) => {
    if (liked) return listPostsByAuthors(ctx, ids, window);
    const found = await listPostsAndLikedPosts(ctx, { ids, window }, likers);
    liked = found.liked;
    return found.posts;
  });
  return { ...followed, liked: liked ?? new Map() };
}

/**
 * Reads the posts of a look-back window, and of a larger one as long as there are too few. It starts with the window that held
 * about one list the last time. The window reaches back at least to `after`.
 */
async function lookBack(
  ctx: MemberContext,
  reader: FeedReader,
  after: string | null,
  read: (authorIds: string[], window: LookBackWindow) => Promise<FeedPost[]>,
): Promise<FollowedPosts> {
  const authors = [reader.userId, ...reader.followed];
  // The window ends at the newest post, because the network may have been quiet for a long time.
  const [newest] = await ctx.feed.publications.latest(ctx);
  const end = newest ? timeOf(newest.id) : wallClock();
  const minimum = after === null ? 0 : end - timeOf(after);
  let lookBackMs = Math.max(reader.lookBackMs ?? FIRST_LOOK_BACK_MS, minimum);
  for (;;) {
    const isWhole = lookBackMs >= WHOLE_HISTORY_MS;
    const start = minIdAt(isWhole ? 0 : end - lookBackMs);
    const posts = await read(authors, { after: start, limit: MAX_FOLLOWED_POSTS });
    if (posts.length < MIN_FOUND_POSTS && !isWhole) {
      lookBackMs *= Math.max(MIN_GROWTH_FACTOR, MAX_FOLLOWED_POSTS / (posts.length + 1));
      continue;
    }
    const oldest = posts.at(-1);
    const span = oldest ? Math.max(MIN_LOOK_BACK_MS, end - timeOf(oldest.id)) : WHOLE_HISTORY_MS;
    const isFull = posts.length >= MAX_FOLLOWED_POSTS;
    return { posts, lookBackMs: Math.round(isFull ? span * RESERVE_FACTOR : lookBackMs) };
  }
}

/**
 * Loads the posts of the reader's timeline, posts that are still on their way there, and posts by high fan-out authors. It
 * drops the authors whom the reader no longer follows. So a new post and an unfollow take effect at once.
 */
async function loadTimelinePosts(
  ctx: MemberContext,
  { userId }: FeedReader,
): Promise<FollowedPosts> {
  const stored = await listTimelinePosts(ctx, userId, MAX_FOLLOWED_POSTS);
  const recent = ctx.feed.publications
    .since(wallClock() - MAX_FAN_OUT_DELAY_MS)
    .map(({ postId: id, authorId, repostOfId }) => ({ id, authorId, repostOfId }));
  const highFanOut = await ctx.feed.highFanOutPosts.all(ctx);
  const byId = new Map([...highFanOut, ...stored, ...recent].map((each) => [each.id, each]));
  const found = [...byId.values()];
  const authorIds = new Set(found.map(({ authorId }) => authorId));
  const followed = await findFollowedAmong(ctx, userId, authorIds);
  const posts = found
    .filter(({ authorId }) => authorId === userId || followed.has(authorId))
    .sort(newestFirst);
  return { posts: posts.slice(0, MAX_FOLLOWED_POSTS), lookBackMs: null };
}

/** The people with the highest affinity. If there are too few, followed people fill the list. */
function closestPeople({ affinity, followed }: FeedReader): string[] {
  const known = [...affinity].sort((one, other) => other[1] - one[1]).map(([id]) => id);
  return [...new Set([...known, ...followed])].slice(0, MAX_LIKERS);
}
