import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { ListCache } from '../list-cache.ts';
import { timeOf } from '../../lib/id-times.ts';
import { newestFirst } from '../ranking/rank-posts.ts';
import { listNewestPublicPosts } from './new-posts.queries.ts';
import type { PublicPost } from '../feed-post.queries.ts';
import type { Published } from '../../posts/posts.events.ts';

/** The log keeps at least this many of the newest publications. */
const MIN_KEPT_PUBLICATIONS = 2_048;
/** The most public posts that a list may need: as many as it has room for. */
const MAX_PUBLIC_POSTS = 300;
const DAY_MS = 86_400_000;

/**
 * The publications of all nodes, in the order that this process received them. Feeds find their news here without a statement.
 */
export class PublicationLog {
  /** When this process started to receive publications. */
  readonly startedAt = wallClock();
  /** The cache expires, because another node may have published a post while its messages were lost. */
  readonly #stored = new ListCache<PublicPost>((ctx) =>
    listNewestPublicPosts(ctx, MAX_PUBLIC_POSTS),
  );
  readonly #received: Published[] = [];
  #droppedCount = 0;

  append(published: Published): void {
    this.#received.push(published);
    if (this.#received.length < MIN_KEPT_PUBLICATIONS * 1.5) return;
    const excess = this.#received.length - MIN_KEPT_PUBLICATIONS;
    this.#droppedCount += excess;
    this.#received.splice(0, excess);
  }

  /** The position after the newest publication: the number of all publications so far. */
  get position(): number {
    return this.#droppedCount + this.#received.length;
  }

  /** Returns the publications after a position. Returns null if the log has dropped some of them. */
  after(position: number): readonly Published[] | null {
    return position < this.#droppedCount
      ? null
      : this.#received.slice(position - this.#droppedCount);
  }

  /** Returns all kept publications, the oldest first. */
  all(): readonly Published[] {
    return this.#received;
  }

  /** Returns the newest publications up to the first one that is older than `time`, the newest first. */
  since(time: number): Published[] {
    const found: Published[] = [];
    for (
      let n = this.#received.length - 1;
      n >= 0 && timeOf(this.#received[n]!.postId) >= time;
      n -= 1
    )
      found.push(this.#received[n]!);
    return found;
  }

  /** Lists the newest public posts, with their engagers at the time of the last read. */
  async latest(ctx: Context): Promise<PublicPost[]> {
    const stored = await this.#stored.all(ctx);
    const known = new Set(stored.map(({ id }) => id));
    const oldest = stored.at(-1)?.id ?? '';
    // A received post may be older than a stored one, because the other one committed earlier.
    const received = this.#received
      .slice(-MAX_PUBLIC_POSTS)
      .filter(
        ({ postId, visibility, repostOfId }) =>
          visibility === 'public' && !repostOfId && postId > oldest && !known.has(postId),
      )
      .map(({ postId, authorId }) => ({ id: postId, authorId, engagers: 0 }));
    return received.length === 0 ? [...stored] : [...received, ...stored].sort(newestFirst);
  }

  /** Whether the public posts of one day fill a list. Then strangers' posts are not news for anybody. */
  async isLargeNetwork(ctx: Context): Promise<boolean> {
    const last = (await this.latest(ctx))[MAX_PUBLIC_POSTS - 1];
    return last !== undefined && timeOf(last.id) > wallClock() - DAY_MS;
  }
}
