import type { hidingChanged } from '../../auth/auth.events.ts';
import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { countPersonJob } from '../moderation.jobs.ts';
import * as queries from './counted.queries.ts';

/** Each batch locks so many counters, which others wait for. */
const ROWS_PER_BATCH = 50;
/** A longer run continues in a job of its own, so that a stop of the server does not wait for it. */
const MAX_RUN_MS = 3_000;
/** By then, everything that was under way when somebody was hidden has ended. */
const AGAIN_MS = 60_000;

/** One kind of what a person does, in the counters of others. */
interface Kind {
  list: (ctx: Context, part: queries.Part) => Promise<string[]>;
  /** Marks these as counted or not, and changes the counters. */
  count: (tx: Context, ids: string[], userId: string, isCounted: boolean) => Promise<void>;
}

const kinds: readonly Kind[] = [
  kindOf(
    { table: 'likes', column: 'is_counted', person: 'user_id', target: 'post_id' },
    { table: 'post_stats', key: 'post_id', column: 'like_count' },
  ),
  kindOf(
    {
      table: 'follows',
      column: 'is_follower_counted',
      person: 'follower_id',
      target: 'followee_id',
    },
    { table: 'user_stats', key: 'user_id', column: 'followers_count' },
  ),
  kindOf(
    {
      table: 'follows',
      column: 'is_followee_counted',
      person: 'followee_id',
      target: 'follower_id',
    },
    { table: 'user_stats', key: 'user_id', column: 'following_count' },
  ),
  { list: queries.listCommentsAndReposts, count: countPosts },
  { list: queries.listWithheld, count: countPosts },
];

/** Where a run stopped: the number of the kind, and the last id. */
interface Position {
  kind: number;
  after: string;
}

/**
 * Adds what a person did to the counters of others, or subtracts it while the person is hidden (job): likes, follows, comments and reposts.
 * One transaction marks a batch of rows and changes their counters, so a repetition or a crash counts nothing twice.
 */
export async function countPerson(
  ctx: Context,
  { userId, from }: { userId: string; from?: Position },
): Promise<void> {
  const endsAt = performance.now() + MAX_RUN_MS;
  for (let kind = from?.kind ?? 0; kind < kinds.length; kind += 1) {
    let after: string | undefined = kind === from?.kind ? from.after : MIN_ID;
    while (after !== undefined) {
      if (performance.now() > endsAt)
        return addJob(ctx, countPersonJob, { userId, from: { kind, after } });
      after = await countBatch(ctx, kinds[kind]!, userId, after);
    }
  }
}

/** Returns the last id of a full batch. */
async function countBatch(
  ctx: Context,
  { list, count }: Kind,
  userId: string,
  after: string,
): Promise<string | undefined> {
  return transaction(ctx, async (tx) => {
    const isCounted = !(await queries.isPersonHidden(tx, userId));
    const ids = await list(tx, { userId, isCounted, after, limit: ROWS_PER_BATCH });
    if (ids.length > 0) await count(tx, ids, userId, isCounted);
    return ids.length < ROWS_PER_BATCH ? undefined : ids.at(-1);
  });
}

/**
 * Queues a new count of people who were hidden or shown. The count runs at once, and at the end of a suspension. It runs again
 * after a minute, for actions that were under way.
 */
export async function queueCounting(
  tx: Context,
  changes: PayloadOf<typeof hidingChanged>[],
): Promise<void> {
  for (const { userId, until } of changes) {
    const queue = async (key: string, at?: Date) =>
      addJob(tx, countPersonJob, { userId }, { key: `count ${userId}${key}`, ...(at && { at }) });
    await queue('');
    await queue(' again', new Date(wallClock() + AGAIN_MS));
    if (until) await queue(' later', until);
  }
}

/** Counts everybody again whose marks may be wrong. */
export async function countEverybody(ctx: Context): Promise<void> {
  for (const userId of await queries.listUncounted(ctx)) await countPerson(ctx, { userId });
}

function kindOf(counted: queries.CountedRows, counter: queries.Counter): Kind {
  return {
    list: async (ctx, part) => queries.listMarked(ctx, counted, part),
    async count(tx, targets, userId, isCounted) {
      await queries.lockCounters(tx, counter, targets);
      const changed = await queries.setMarked(tx, counted, userId, targets, isCounted);
      await queries.addToCounters(tx, counter, changed, isCounted ? 1 : -1);
    },
  };
}

const ofPosts = { table: 'post_stats', key: 'post_id' } as const;

/** A withheld comment is in no counter, but keeps its mark for its return. A withheld repost stays counted. */
async function countPosts(tx: Context, ids: string[], _: string, isCounted: boolean) {
  await queries.lockCounters(tx, ofPosts, await queries.findTargets(tx, ids, isCounted));
  const changed = await queries.setPostsMarked(tx, ids, isCounted);
  const change = isCounted ? 1 : -1;
  const parents = changed.flatMap((each) => (each.is_deleted ? [] : (each.parent_id ?? [])));
  const originals = changed.flatMap((each) => each.repost_of_id ?? []);
  await queries.addToCounters(tx, { ...ofPosts, column: 'comment_count' }, parents, change);
  await queries.addToCounters(tx, { ...ofPosts, column: 'repost_count' }, originals, change);
}
