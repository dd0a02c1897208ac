import type { Context } from '../../kernel/context.ts';
import { Batcher } from '../../lib/batcher.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import {
  deletePendingFanOuts,
  deleteFromTimelines,
  findHighFanOutAuthors,
  insertHighFanOutPosts,
  insertIntoTimelines,
  listOverdueFanOuts,
  type PendingFanOut,
} from './timeline.queries.ts';
import { HIGH_FAN_OUT_FOLLOWERS } from './update-timeline.ts';

/** Posts wait this long, so that several share one statement. */
const BATCH_DELAY_MS = 100;
const POSTS_PER_STATEMENT = 200;

interface Pair {
  userId: string;
  authorId: string;
}

interface Batch {
  posts: PendingFanOut[];
  removals: Pair[];
}

/**
 * Inserts new posts into the timelines of followers after the commit, so the author does not wait for it. The transaction of
 * the post inserts a row into `fan_outs`. The fan-out deletes it, so `retryFanOuts` finds what a crash left.
 */
export class FanOut {
  readonly #batcher = new Batcher({
    empty: (): Batch => ({ posts: [], removals: [] }),
    run: async (batch, ctx: Context) => writeBatch(inBackground(ctx), batch),
    delayMs: BATCH_DELAY_MS,
    isSerial: true,
  });

  add(ctx: Context, post: PendingFanOut): void {
    this.#batcher.collect(ctx).batch.posts.push(post);
  }

  /**
   * Removes an author's posts from the timeline of a person who unfollowed or blocked them. The feed already leaves these posts
   * out, so this only frees the rows.
   */
  removeAuthor(ctx: Context, pair: Pair): void {
    this.#batcher.collect(ctx).batch.removals.push(pair);
  }

  async flush(): Promise<void> {
    await this.#batcher.flush();
  }
}

async function writeBatch(ctx: Context, { posts, removals }: Batch): Promise<void> {
  try {
    for (let at = 0; at < posts.length; at += POSTS_PER_STATEMENT)
      await fanOutPosts(ctx, posts.slice(at, at + POSTS_PER_STATEMENT));
    if (removals.length > 0) await deleteFromTimelines(ctx, removals);
  } catch (error) {
    // The rows in `fan_outs` are still there. The job retries them.
    ctx.log.warn({ err: error }, 'posts not inserted into timelines yet');
  }
}

/** It is idempotent. A repetition changes nothing. */
async function fanOutPosts(ctx: Context, posts: PendingFanOut[]): Promise<void> {
  const authors = new Set(posts.map(({ author_id }) => author_id));
  const highFanOut = await findHighFanOutAuthors(ctx, [...authors], HIGH_FAN_OUT_FOLLOWERS);
  const [merged, inserted] = [
    posts.filter(({ author_id }) => highFanOut.has(author_id)),
    posts.filter(({ author_id }) => !highFanOut.has(author_id)),
  ];
  if (merged.length > 0) await insertHighFanOutPosts(ctx, merged);
  if (inserted.length > 0) await insertIntoTimelines(ctx, inserted);
  await deletePendingFanOuts(ctx, posts);
}

/** A job that runs each minute on any node. It finishes the fan-outs of a process that has died. */
export async function retryFanOuts(ctx: Context): Promise<void> {
  for (;;) {
    const posts = await listOverdueFanOuts(ctx, POSTS_PER_STATEMENT);
    if (posts.length === 0) return;
    await fanOutPosts(ctx, posts);
  }
}
