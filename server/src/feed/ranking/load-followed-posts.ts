import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import {
  listPosts,
  postsByAuthors,
  timelinePosts,
  type FeedPost,
  type PostSelection,
} from '../feed-post.queries.ts';
import { minIdAt, timeOf } from '../../lib/id-times.ts';
import type { FeedReader } from '../load-reader.ts';

/** The most posts by followed people in one list. */
const MAX_FOLLOWED_POSTS = 200;
/** The first look-back window of a reader without a list, counted from the newest post of the network. */
const FIRST_LOOK_BACK_MS = 3 * 3_600_000;
const MIN_LOOK_BACK_MS = 60_000;
const WHOLE_HISTORY_MS = 50 * 365 * 86_400_000;
/** A window with fewer posts is read again, longer. */
const MIN_FOUND_POSTS = 60;
/** It is at least this many times as long then, and longer if many posts are missing. */
const MIN_GROWTH_FACTOR = 8;
/** After a full window, the next one is the age of its oldest post times this factor. So a quiet day takes one statement, too. */
const RESERVE_FACTOR = 1.25;
/** Posts younger than this may not be in the timelines yet. */
const MAX_FAN_OUT_DELAY_MS = 30_000;

/**
 * Reads the newest posts by followed people and the reader, from the stored timeline or by a look-back window. `read` runs the
 * statement. The result has the look-back window for the next list, or null for a timeline.
 */
export async function loadFollowedPosts<Found extends { posts: FeedPost[] }>(
  ctx: MemberContext,
  reader: FeedReader,
  after: string | null,
  read: (selection: PostSelection) => Promise<Found>,
): Promise<Found & { lookBackMs: number | null }> {
  if (reader.hasTimeline)
    return { ...(await read(await timelineOf(ctx, reader))), lookBackMs: null };
  return lookBack(ctx, reader, after, read);
}

/** Lists the newest posts by followed people after an id. */
export async function listFollowedPostsAfter(
  ctx: MemberContext,
  reader: FeedReader,
  window: { after: string; limit: number },
): Promise<FeedPost[]> {
  // Without keys, a distributed database would ask every shard.
  const authors = followedUnmuted(reader);
  if (!reader.hasTimeline && authors.length === 0) return [];
  if (!reader.hasTimeline) return listPosts(ctx, postsByAuthors(authors, window));
  const posts = await listPosts(ctx, await timelineOf(ctx, reader));
  return posts.filter(({ id }) => id > window.after).slice(0, window.limit);
}

/** Posts by muted people would take the room of others. */
function followedUnmuted({ followed, muted }: FeedReader): string[] {
  return muted.size === 0 ? followed : followed.filter((id) => !muted.has(id));
}

/**
 * Selects the posts of the reader's timeline, posts that are still on their way there, and posts by high fan-out authors. So a
 * new post takes effect at once.
 */
async function timelineOf(ctx: MemberContext, { userId }: FeedReader): Promise<PostSelection> {
  const recent = ctx.feed.publications
    .since(wallClock() - MAX_FAN_OUT_DELAY_MS)
    .map(({ postId: id, authorId, repostOfId }) => ({ id, authorId, repostOfId }));
  const highFanOut = await ctx.feed.highFanOutPosts.all(ctx);
  return timelinePosts(userId, [...highFanOut, ...recent], MAX_FOLLOWED_POSTS);
}

/**
 * Reads the posts of a look-back window, and of a larger one as long as there are too few. It starts with the window that held
 * about one list the last time. The window reaches back at least to `after`.
 */
async function lookBack<Found extends { posts: FeedPost[] }>(
  ctx: MemberContext,
  reader: FeedReader,
  after: string | null,
  read: (selection: PostSelection) => Promise<Found>,
): Promise<Found & { lookBackMs: number }> {
  const authors = [reader.userId, ...followedUnmuted(reader)];
  // The window ends at the newest post, because the network may have been quiet for a long time.
  const [newest] = await ctx.feed.publications.latest(ctx);
  const end = newest ? timeOf(newest.id) : wallClock();
  const minimum = after === null ? 0 : end - timeOf(after);
  let lookBackMs = Math.max(reader.lookBackMs ?? FIRST_LOOK_BACK_MS, minimum);
  for (;;) {
    const isWhole = lookBackMs >= WHOLE_HISTORY_MS;
    const start = minIdAt(isWhole ? 0 : end - lookBackMs);
    const found = await read(postsByAuthors(authors, { after: start, limit: MAX_FOLLOWED_POSTS }));
    const { posts } = found;
    if (posts.length < MIN_FOUND_POSTS && !isWhole) {
      lookBackMs *= Math.max(MIN_GROWTH_FACTOR, MAX_FOLLOWED_POSTS / (posts.length + 1));
      continue;
    }
    const oldest = posts.at(-1);
    const span = oldest ? Math.max(MIN_LOOK_BACK_MS, end - timeOf(oldest.id)) : WHOLE_HISTORY_MS;
    const isFull = posts.length >= MAX_FOLLOWED_POSTS;
    return { ...found, lookBackMs: Math.round(isFull ? span * RESERVE_FACTOR : lookBackMs) };
  }
}
