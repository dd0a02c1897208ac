import type { Context, MemberContext } from '../../context.ts';
import { listFollowed, pullPosts } from '../feed.queries.ts';
import { KEPT_FROM, type FeedReader } from '../load-reader.ts';
import { idFrom } from '../packed-ids.ts';
import {
  deleteTimeline,
  findLoud,
  insertIntoTimeline,
  listIdle,
  markKept,
  noteTimeline,
  trimTimelines,
} from './timeline.queries.ts';

/** Authors whom so many follow are not brought to timelines: writing them to thousands would cost more than reading them does. */
export const LOUD_FROM = 10_000;
/** Posts a timeline begins with. */
const FIRST = 400;
const DAY = 86_400_000;
/** A follow is dated when its transaction began; by this much it may appear later. */
const LATER = 60_000;

/**
 * Makes the timeline of somebody who follows many, or adds whom they followed since. What they post comes by itself from
 * the moment they are marked, so that what is pulled afterwards misses nothing.
 */
export async function bringTimelineAlong(ctx: MemberContext, reader: FeedReader): Promise<void> {
  const { userId } = reader;
  const until = new Date(Date.now() - LATER);
  const authors = reader.hasTimeline ? reader.fresh : await listFollowed(ctx, userId);
  await markKept(ctx, userId, authors);
  await insertIntoTimeline(ctx, userId, await pullForTimeline(ctx, authors));
  await noteTimeline(ctx, userId, until);
  reader.hasTimeline = true;
}

/** The newest of these people, but for those that are not brought to anybody. */
async function pullForTimeline(ctx: Context, authors: readonly string[]) {
  const loud = await findLoud(ctx, authors, LOUD_FROM);
  const quiet = authors.filter((id) => !loud.has(id));
  for (let days = 1; ; days *= 8) {
    const isAll = days > 20_000;
    const posts = await pullPosts(ctx, quiet, {
      after: idFrom(isAll ? 0 : Date.now() - days * DAY),
      limit: FIRST,
    });
    if (posts.length === FIRST || isAll) return posts;
  }
}

/** By the hour: who doesn't read, or follows few again, has no timeline, and none grows without end. */
export async function tidyTimelines(ctx: Context): Promise<void> {
  for (const userId of await listIdle(ctx, KEPT_FROM / 2, 500)) await deleteTimeline(ctx, userId);
  await trimTimelines(ctx);
}
