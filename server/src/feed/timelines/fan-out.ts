import type { Context } from '../../context.ts';
import {
  deleteFanOuts,
  deleteFromTimelines,
  findLoud,
  insertLoud,
  listLeftOver,
  spread,
  type Due,
} from './timeline.queries.ts';
import { LOUD_FROM } from './keep-timeline.ts';

/** Milliseconds that posts wait for others to go with. */
const WAIT = 100;
const AT_ONCE = 200;

interface Pair {
  userId: string;
  authorId: string;
}

/**
 * Brings posts to timelines after the commit: their authors never wait for it. Each has a row in `fan_outs`, written with
 * the post, until that is done, so that what a crash leaves is brought by `spreadLeftOver`.
 */
export class FanOut {
  #due: Due[] = [];
  #cut: Pair[] = [];
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  add(ctx: Context, due: Due): void {
    this.#due.push(due);
    this.#wait(ctx);
  }

  /** What somebody no longer follows is gone from their lists at once; this takes the rows away. */
  cut(ctx: Context, pair: Pair): void {
    this.#cut.push(pair);
    this.#wait(ctx);
  }

  async flush(ctx: Context): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(async () => this.#write(ctx));
    await this.#work;
  }

  #wait(ctx: Context): void {
    this.#timer ??= setTimeout(() => void this.flush(ctx), WAIT).unref();
  }

  async #write(ctx: Context): Promise<void> {
    const [due, cut] = [this.#due, this.#cut];
    [this.#due, this.#cut] = [[], []];
    try {
      for (let at = 0; at < due.length; at += AT_ONCE)
        await spreadSome(ctx, due.slice(at, at + AT_ONCE));
      if (cut.length > 0) await deleteFromTimelines(ctx, cut);
    } catch (error) {
      // The rows are still there, for the clock to find.
      ctx.log.warn({ err: error }, 'posts not brought to timelines yet');
    }
  }
}

/** Again changes nothing. */
async function spreadSome(ctx: Context, posts: Due[]): Promise<void> {
  const authors = new Set(posts.map(({ author_id }) => author_id));
  const loud = await findLoud(ctx, [...authors], LOUD_FROM);
  const [aside, brought] = [
    posts.filter(({ author_id }) => loud.has(author_id)),
    posts.filter(({ author_id }) => !loud.has(author_id)),
  ];
  if (aside.length > 0) await insertLoud(ctx, aside);
  if (brought.length > 0) await spread(ctx, brought);
  await deleteFanOuts(ctx, posts);
}

/** By the clock, on any node: what a process that is gone was to bring. */
export async function spreadLeftOver(ctx: Context): Promise<void> {
  for (;;) {
    const posts = await listLeftOver(ctx, AT_ONCE);
    if (posts.length === 0) return;
    await spreadSome(ctx, posts);
  }
}
