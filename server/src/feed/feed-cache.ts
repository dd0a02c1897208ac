import { SingleFlight } from '../lib/single-flight.ts';
import type { FeedPost, PublicPost } from './feed-post.queries.ts';
import { ListCache } from './list-cache.ts';
import { PublicationLog } from './new-posts/publication-log.ts';
import { AffinityUpdater } from './ranking/update-affinity.ts';
import { listPopular } from './ranking/popular.queries.ts';
import type { FeedSnapshot } from './snapshots/feed-snapshot.ts';
import { ShownPages } from './snapshots/shown-pages.ts';
import { SnapshotCache } from './snapshots/snapshot-cache.ts';
import { FanOut } from './timelines/fan-out.ts';
import { listHighFanOutPosts } from './timelines/timeline.queries.ts';

/** Readers merge at most this many. */
const MAX_READ_HIGH_FAN_OUT_POSTS = 400;

/** The feed's state in this process. The database has everything here, except the shown pages of the last second. */
export class FeedCache {
  readonly snapshots = new SnapshotCache();
  /** New lists that are being made. */
  readonly newSnapshots = new SingleFlight<FeedSnapshot>();
  readonly shownPages = new ShownPages();
  readonly publications = new PublicationLog();
  readonly popularPosts = new ListCache<PublicPost>(listPopular);
  readonly highFanOutPosts = new ListCache<FeedPost>(async (ctx) =>
    listHighFanOutPosts(ctx, MAX_READ_HIGH_FAN_OUT_POSTS),
  );
  readonly fanOut = new FanOut();
  readonly affinity = new AffinityUpdater();

  /** Writes what waits to be written. */
  async close(): Promise<void> {
    this.affinity.close();
    await this.fanOut.flush();
    await this.shownPages.flush();
  }
}

declare module '../kernel/context.ts' {
  interface Context {
    readonly feed: FeedCache;
  }
}
