import { MAX_NEW_POSTS, type FeedTab } from '@roost/contract/feed';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { SocketContext } from '../../platform/sockets/client-events.ts';
import type { PublishLocally } from '../../platform/sockets/publish.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import type { Less } from '../less/less.ts';
import { loadReader, MAX_FOLLOWED_WITHOUT_TIMELINE, type FeedReader } from '../load-reader.ts';
import { idOfTime } from '../../lib/id-times.ts';
import { filterNewPosts } from './filter-new-posts.ts';
import { isPastBoundary, loadNewnessBoundary, type NewnessBoundary } from './newness-boundary.ts';
import { loadAvatars, presentNewPosts } from './present-new-posts.ts';

/** New posts wait this long, so that one check handles several of them. */
const BATCH_DELAY_MS = 1_000;
/** The least time between two announcements to one client. */
const ANNOUNCE_INTERVAL_MS = 10_000;
/** The most pairs of viewer and post in one call of `filterNewPosts`. */
const MAX_PAIRS_PER_CALL = 2_500;

/** A tab of the feed that a client shows. */
interface OpenFeed {
  ctx: MemberContext;
  socketId: string;
  tab: FeedTab;
  since: string;
  boundary: NewnessBoundary;
  /** Ids of the followed people, joined, because a set takes more memory. Null if there are too many to hold. */
  followed: string | null;
  /** The viewer's "Not this". */
  less: Less;
  /** Whether `followed` or `less` changed since they were loaded. */
  isOutdated: boolean;
  /** The position in the publication log at the last check for this client. */
  checkedUpTo: number;
  /** The newest posts that may be new to this client. */
  candidates: FeedPost[];
  announcedCount: number;
  /** No announcement before this moment, by the monotonic clock in milliseconds. */
  quietUntil: number;
}

/**
 * Tells clients with an open feed how many new posts it would show. A new post costs no statement. At most every 10 s, each
 * feed filters the posts since its last check. One pair of statements then checks many feeds together.
 */
export class OpenFeeds {
  readonly #ctx: Context;
  readonly #announceIntervalMs: number;
  readonly #publish: PublishLocally;
  readonly #feeds = new Map<string, OpenFeed>();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  readonly handlers = {
    feedOpened: async (
      ctx: SocketContext,
      { tab, since }: { tab: FeedTab; since?: string | undefined },
    ) => this.#open(ctx, tab, since),
    feedClosed: async ({ socketId }: SocketContext) => this.close(socketId),
  };

  constructor(
    ctx: Context,
    publish: PublishLocally,
    announceIntervalMs: number = ANNOUNCE_INTERVAL_MS,
  ) {
    this.#ctx = ctx;
    this.#publish = publish;
    this.#announceIntervalMs = announceIntervalMs;
  }

  /** The client closed the feed or disconnected. */
  close(socketId: string): void {
    this.#feeds.delete(socketId);
  }

  /** A node published a post. */
  onPublished(): void {
    if (this.#feeds.size > 0) this.#startTimer();
  }

  /** This person followed or unfollowed somebody. */
  onFollowsChanged(userId: string): void {
    for (const feed of this.#feeds.values())
      if (feed.ctx.viewer.id === userId) feed.isOutdated = true;
  }

  /** This person said "Not this", or took it back. The count changes without a new post. */
  onLessChanged(userId: string): void {
    for (const feed of this.#feeds.values()) {
      if (feed.ctx.viewer.id !== userId || feed.tab !== 'foryou') continue;
      feed.isOutdated = true;
      feed.checkedUpTo = 0;
      this.#startTimer();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#feeds.clear();
  }

  async #open(ctx: SocketContext, tab: FeedTab, since = idOfTime(wallClock())): Promise<void> {
    const { socketId } = ctx;
    const reader = await loadReader(ctx, tab);
    const boundary = await loadNewnessBoundary(ctx, reader, tab, since);
    if (!ctx.isConnected()) return;
    this.#feeds.set(socketId, {
      ctx,
      socketId,
      tab,
      since,
      boundary,
      followed: followedIds(reader),
      less: reader.less,
      isOutdated: false,
      checkedUpTo: 0,
      candidates: [],
      announcedCount: 0,
      quietUntil: this.#feeds.get(socketId)?.quietUntil ?? 0,
    });
    this.#startTimer();
  }

  /** Not a `Batcher`, because there is nothing to collect, and the delay must begin after the running check. */
  #startTimer(): void {
    if (this.#isChecking) return;
    this.#timer ??= setTimeout(() => void this.#check(), BATCH_DELAY_MS).unref();
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    try {
      await this.#announceNews();
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'new posts not announced');
    }
    this.#isChecking = false;
    this.#timer = undefined;
    const { position } = this.#ctx.feed.publications;
    if ([...this.#feeds.values()].some(({ checkedUpTo }) => checkedUpTo !== position))
      this.#startTimer();
  }

  async #announceNews(): Promise<void> {
    const { publications } = this.#ctx.feed;
    const now = performance.now();
    let due: OpenFeed[] = [];
    let pairs = 0;
    for (const feed of this.#feeds.values()) {
      if (feed.checkedUpTo === publications.position || feed.quietUntil > now) continue;
      if (!(await this.#addCandidates(feed))) continue;
      feed.quietUntil = now + this.#announceIntervalMs;
      due.push(feed);
      pairs += feed.candidates.length;
      if (pairs < MAX_PAIRS_PER_CALL) continue;
      await this.#announce(due);
      [due, pairs] = [[], 0];
    }
    await this.#announce(due);
  }

  /** Adds the candidates that are new to this client. Returns whether there are any. */
  async #addCandidates(feed: OpenFeed): Promise<boolean> {
    const { publications } = this.#ctx.feed;
    if (feed.isOutdated) await this.#reloadReader(feed);
    const { tab, boundary, followed, checkedUpTo } = feed;
    // A 'Not this' may have come while the reader loaded.
    feed.checkedUpTo = feed.isOutdated ? 0 : publications.position;
    const found = (publications.after(checkedUpTo) ?? publications.all())
      .filter(
        ({ authorId, visibility, repostOfId }) =>
          !followed ||
          followed.includes(authorId) ||
          (tab === 'foryou' && boundary.hasStrangers && visibility === 'public' && !repostOfId),
      )
      .map(({ postId, authorId, repostOfId }) => ({ id: postId, authorId, repostOfId }))
      .filter((post) => isPastBoundary(boundary, post));
    feed.candidates = [...feed.candidates, ...found].slice(-MAX_NEW_POSTS);
    return found.length > 0;
  }

  async #reloadReader(feed: OpenFeed): Promise<void> {
    feed.isOutdated = false;
    try {
      const reader = await loadReader(feed.ctx, feed.tab);
      feed.followed = followedIds(reader);
      feed.less = reader.less;
      // Posts of newly followed people, and after an Undo of "Not this", may be new, too.
      feed.checkedUpTo = 0;
      feed.candidates = [];
    } catch (error) {
      feed.isOutdated = true;
      this.#ctx.log.warn({ err: error }, 'reader of an open feed not loaded');
    }
  }

  async #announce(feeds: readonly OpenFeed[]): Promise<void> {
    if (feeds.length === 0) return;
    try {
      const shown = await filterNewPosts(
        this.#ctx,
        feeds.map(({ ctx, tab, boundary: { hasStrangers }, less, candidates }) => ({
          viewerId: ctx.viewer.id,
          tab,
          hasStrangers,
          less,
          posts: candidates,
        })),
      );
      const avatars = await loadAvatars(this.#ctx, shown);
      for (const [n, feed] of feeds.entries()) this.#send(feed, shown[n] ?? [], avatars);
    } catch (error) {
      // The next new post starts another check. A client that reconnects requests the count itself.
      this.#ctx.log.warn({ err: error }, 'new posts not announced to open feeds');
    }
  }

  #send(feed: OpenFeed, shown: FeedPost[], avatars: ReadonlyMap<string, string | null>): void {
    const { ctx, socketId, tab, since } = feed;
    // The oldest first, as candidates arrive.
    feed.candidates = shown.toReversed();
    if (shown.length === feed.announcedCount || this.#feeds.get(socketId) !== feed) return;
    feed.announcedCount = shown.length;
    const news = presentNewPosts(ctx, shown, avatars);
    void this.#publish(
      ctx.viewer.id,
      'feedGrew',
      () => [{ tab, since, ...news }],
      (to) => to.socketId === socketId,
    );
  }
}

function followedIds({ followed }: FeedReader): string | null {
  return followed.length > MAX_FOLLOWED_WITHOUT_TIMELINE ? null : followed.join(',');
}
