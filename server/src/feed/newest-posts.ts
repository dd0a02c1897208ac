import type { Context } from '../context.ts';
import type { DomainEvents } from '../domain-events.ts';
import { findNewestPublic, type NewestPost } from './feed.queries.ts';
import { timeOf } from './packed-ids.ts';
import { newestFirst } from './ranking.ts';
import { SharedList } from './shared-list.ts';

type Published = DomainEvents['published'];

/** How many publications news is looked for in. */
const REMEMBERED = 2_048;
/** Public posts for those whose list is not full without them. */
const LATEST = 300;

/** What was published last, by whomever, as this process heard of it: so that nobody's news is missed, or asked for. */
export class NewestPosts {
  /** Since when it listens. */
  readonly since = Date.now();
  /** Read anew now and then: another node may have published what could not be told. */
  readonly #stored = new SharedList<NewestPost>((ctx) => findNewestPublic(ctx, LATEST));
  readonly #heard: Published[] = [];
  /** How many there were before the first of `#heard`. */
  #dropped = 0;

  hear(published: Published): void {
    this.#heard.push(published);
    if (this.#heard.length < REMEMBERED * 1.5) return;
    this.#dropped += this.#heard.length - REMEMBERED;
    this.#heard.splice(0, this.#heard.length - REMEMBERED);
  }

  /** How many were heard of. */
  get count(): number {
    return this.#dropped + this.#heard.length;
  }

  /** What was heard after the first `count`; null where not all of it is remembered any more. */
  after(count: number): readonly Published[] | null {
    return count < this.#dropped ? null : this.#heard.slice(count - this.#dropped);
  }

  /** What was heard that was published since then. */
  heardSince(time: number): Published[] {
    const heard: Published[] = [];
    for (let n = this.#heard.length - 1; n >= 0 && timeOf(this.#heard[n]!.postId) >= time; n -= 1)
      heard.push(this.#heard[n]!);
    return heard;
  }

  /** The newest public posts, and whom they drew when they were read. */
  async latest(ctx: Context): Promise<NewestPost[]> {
    const stored = await this.#stored.all(ctx);
    const newest = stored[0]?.id ?? '';
    const heard = this.#heard
      .slice(-LATEST)
      .filter((post) => post.visibility === 'public' && !post.repostOfId && post.postId > newest)
      .map(({ postId, authorId }) => ({ id: postId, authorId, people: 0 }));
    return heard.length === 0 ? [...stored] : [...heard.sort(newestFirst), ...stored];
  }
}
