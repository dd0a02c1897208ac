import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { idOfTime, minIdAt } from '../../lib/id-times.ts';
import type { FeedReader } from '../load-reader.ts';
import { isAlive } from '../snapshots/snapshot-cache.ts';

/** The most time between the creation time of a post and the commit of its transaction. */
export const MAX_COMMIT_DELAY_MS = 5_000;

/**
 * The boundary after which posts are new to a tab of the feed. The count of new posts and the list that shows them both
 * use it, so that the list begins with the counted posts.
 */
export interface NewnessBoundary {
  /** The creation time of the viewer's list, in the form of an id. */
  since: string;
  /** Ids up to this one are not new. */
  after: string;
  /**
   * Ids of the posts in the viewer's list, if `since` is the moment that the list was made. Joined, because open feeds hold them, and
   * a set of ids takes three times the memory.
   */
  listed: string | null;
  /** Whether public posts by people the viewer does not follow are news in this tab. */
  hasStrangers: boolean;
}

/** Without `since` it is the boundary of the viewer's previous list, or of now if there is none. */
export async function loadNewnessBoundary(
  ctx: Context,
  reader: FeedReader,
  tab: FeedTab,
  since?: string,
): Promise<NewnessBoundary> {
  const hasStrangers = tab === 'foryou' && !(await ctx.feed.publications.isLargeNetwork(ctx));
  const { lastList } = reader;
  const previous = lastList && isAlive(lastList.startedAt) ? lastList : null;
  const madeAt = previous && idOfTime(previous.startedAt);
  if (!previous || !madeAt || (since ?? madeAt) !== madeAt) {
    const from = since ?? idOfTime(wallClock());
    return { since: from, after: from, listed: null, hasStrangers };
  }
  // A transaction may start before the list is made and commit after it. The list itself says which posts it has.
  const after = minIdAt(previous.startedAt - MAX_COMMIT_DELAY_MS);
  return { since: madeAt, after, listed: previous.ids, hasStrangers };
}

export function isPastBoundary(
  { after, listed }: NewnessBoundary,
  { id, repostOfId }: Pick<FeedPost, 'id' | 'repostOfId'>,
): boolean {
  return id > after && !listed?.includes(repostOfId ?? id);
}
