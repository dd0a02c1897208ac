import type { PayloadOf } from '../../kernel/events.ts';
import type { hidingChanged } from '../../auth/auth.events.ts';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { countPersonJob } from '../moderation.jobs.ts';
import * as queries from './counted.queries.ts';

const ROWS_PER_BATCH = 200;

/** One kind of what a person does, in the counters of others. */
interface Kind {
  list: (ctx: Context, userId: string, after: string, limit: number) => Promise<string[]>;
  /** Marks these as counted or not, and changes the counters. */
  mark: (tx: Context, userId: string, ids: string[], isCounted: boolean) => Promise<void>;
}

const kinds: readonly Kind[] = [
  kindOf(
    { table: 'likes', column: 'is_counted', person: 'user_id', other: 'post_id' },
    { table: 'post_stats', key: 'post_id', counter: 'like_count' },
  ),
  kindOf(
    {
      table: 'follows',
      column: 'is_follower_counted',
      person: 'follower_id',
      other: 'followee_id',
    },
    { table: 'user_stats', key: 'user_id', counter: 'followers_count' },
  ),
  kindOf(
    {
      table: 'follows',
      column: 'is_followee_counted',
      person: 'followee_id',
      other: 'follower_id',
    },
    { table: 'user_stats', key: 'user_id', counter: 'following_count' },
  ),
  { list: queries.listAnswers, mark: markAnswers },
  { list: queries.listWithheld, mark: markAnswers },
];

/**
 * Makes the counters of others contain a person's likes, follows, comments and reposts, or not while the person is hidden (job). Each row
 * is marked in the transaction that counts it, so a repetition or a crash counts nothing twice.
 */
export async function countPerson(ctx: Context, { userId }: { userId: string }): Promise<void> {
  for (const { list, mark } of kinds) {
    for (let after: string | undefined = queries.FIRST_ID; after !== undefined;) {
      const from: string = after;
      after = await transaction(ctx, async (tx) => {
        const ids = await list(tx, userId, from, ROWS_PER_BATCH);
        if (ids.length > 0)
          await mark(tx, userId, ids, !(await queries.isPersonHidden(tx, userId)));
        return ids.length < ROWS_PER_BATCH ? undefined : ids.at(-1);
      });
    }
  }
}

/** Counts people again who were hidden or shown, and once more at the end of a suspension. */
export async function queueCounting(
  tx: Context,
  changes: PayloadOf<typeof hidingChanged>[],
): Promise<void> {
  for (const { userId, until } of changes) {
    await addJob(tx, countPersonJob, { userId }, { key: `count ${userId}` });
    if (until)
      await addJob(tx, countPersonJob, { userId }, { key: `count ${userId} later`, at: until });
  }
}

function kindOf(mark: queries.Mark, counter: queries.Counter): Kind {
  return {
    list: async (ctx, userId, after, limit) => queries.listMarked(ctx, mark, userId, after, limit),
    mark: async (tx, userId, ids, isCounted) => {
      const changed = await queries.setMarked(tx, mark, userId, ids, isCounted);
      await queries.addToCounters(tx, counter, changed, isCounted ? 1 : -1);
    },
  };
}

/** A withheld comment is in no counter, but keeps its mark for its return. A withheld repost stays counted. */
async function markAnswers(tx: Context, _: string, ids: string[], isCounted: boolean) {
  const changed = await queries.setAnswersMarked(tx, ids, isCounted);
  const change = isCounted ? 1 : -1;
  const parents = changed.flatMap((each) => (each.is_deleted ? [] : (each.parent_id ?? [])));
  const originals = changed.flatMap((each) => each.repost_of_id ?? []);
  const ofPosts = { table: 'post_stats', key: 'post_id' } as const;
  await queries.addToCounters(tx, { ...ofPosts, counter: 'comment_count' }, parents, change);
  await queries.addToCounters(tx, { ...ofPosts, counter: 'repost_count' }, originals, change);
}
