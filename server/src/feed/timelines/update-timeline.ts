import type { Context, MemberContext } from '../../kernel/context.ts';
import { listPosts, postsByAuthors } from '../feed-post.queries.ts';
import { listFollowedIds } from '../feed.queries.ts';
import { maxFollowedWithoutTimeline, type FeedReader } from '../load-reader.ts';
import { minIdAt } from '../../lib/id-times.ts';
import {
  deleteTimeline,
  enableFanOut,
  findHighFanOutAuthors,
  insertIntoTimeline,
  listUnusedTimelines,
  saveTimelineState,
  trimTimelines,
} from './timeline.queries.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/**
 * Posts of an author with this many followers are not inserted into timelines. Readers merge them instead, because thousands
 * of inserts cost more than the reads.
 */
export const HIGH_FAN_OUT_FOLLOWERS = 10_000;
/** The posts in a new timeline. */
const MAX_INITIAL_POSTS = 400;
const DAY_MS = 86_400_000;
/** A follow has the start time of its transaction. It may become visible this much later. */
const MAX_FOLLOW_COMMIT_DELAY_MS = 60_000;
const MAX_DELETED_TIMELINES_PER_RUN = 500;

/**
 * Makes the timeline of a reader who follows many people, or adds the people followed since its last update. It enables the
 * fan-out before it reads the posts. So a post that appears in between is not lost.
 */
export async function updateTimeline(ctx: MemberContext, reader: FeedReader): Promise<void> {
  const { userId } = reader;
  const until = new Date(wallClock() - MAX_FOLLOW_COMMIT_DELAY_MS);
  const authors = reader.hasTimeline
    ? reader.followedSinceUpdate
    : await listFollowedIds(ctx, userId);
  await enableFanOut(ctx, userId, authors);
  await insertIntoTimeline(ctx, userId, await listInitialPosts(ctx, authors));
  await saveTimelineState(ctx, userId, until);
  reader.hasTimeline = true;
}

/** The newest posts by these authors, without high fan-out authors. */
async function listInitialPosts(ctx: Context, authors: readonly string[]) {
  const highFanOut = await findHighFanOutAuthors(ctx, authors, HIGH_FAN_OUT_FOLLOWERS);
  const others = authors.filter((id) => !highFanOut.has(id));
  // Without keys, a distributed database would ask every shard.
  if (others.length === 0) return [];
  for (let days = 1; ; days *= 8) {
    const isAll = days > 20_000;
    const after = minIdAt(isAll ? 0 : wallClock() - days * DAY_MS);
    const posts = await listPosts(ctx, postsByAuthors(others, { after, limit: MAX_INITIAL_POSTS }));
    if (posts.length === MAX_INITIAL_POSTS || isAll) return posts;
  }
}

/** An hourly job. It deletes the timelines that nobody needs and trims the others. */
export async function cleanUpTimelines(ctx: Context): Promise<void> {
  const minFollowed = maxFollowedWithoutTimeline(ctx) / 2;
  const unused = await listUnusedTimelines(ctx, minFollowed, MAX_DELETED_TIMELINES_PER_RUN);
  for (const userId of unused) await deleteTimeline(ctx, userId);
  await trimTimelines(ctx);
}
