import type { FeedTab } from '@roost/contract/feed';
import type { Post } from '@roost/contract/posts';
import type { Pagination, Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../kernel/context.ts';
import { windowOf } from '../platform/http/paging/paging.ts';
import { checkUnmuted } from '../posts/mutes/check-unmuted.ts';
import { presentEachUnmuted } from '../posts/hydration/present-posts.ts';
import { fillPage } from '../platform/http/paging/fill-page.ts';
import { idOfTime } from '../lib/id-times.ts';
import type { FeedSnapshot } from './snapshots/feed-snapshot.ts';
import { findFirstPageSnapshot, findLaterPageSnapshot } from './snapshots/find-snapshot.ts';
import { listSnapshotPosts, type FeedPosition } from './snapshots/list-snapshot-posts.ts';
import { storeSnapshot } from './snapshots/snapshot.queries.ts';
import { withReason } from './with-reason.ts';

const cursor = z.object({ v: z.uuid(), p: z.int().min(0).max(1_000), id: z.uuid() });

/**
 * Reads a page of the home feed. A cursor continues in its snapshot. A first page makes a snapshot if there is no fresh one.
 * The parameter `since` is the creation time of the list that this one replaces, in the form of an id.
 */
export async function readFeed(
  ctx: MemberContext,
  query: Paging & { tab: FeedTab; since?: string | undefined },
): Promise<{ posts: Post[]; pagination: Pagination & { totalPosts: number }; since: string }> {
  const page = windowOf<FeedPosition>(ctx, query, cursor, 'feed', query.tab);
  const isLaterPage = page.after !== null || query.page > 1;
  const snapshot = isLaterPage
    ? await findLaterPageSnapshot(ctx, query.tab, page.after?.v ?? null)
    : await findFirstPageSnapshot(ctx, query.tab, query.since);
  const { shown, pagination, total } = await fillPage(ctx, page, query, {
    list: async (after, wanted) => listSnapshotPosts(ctx, snapshot, after, wanted),
    positionOf: ({ v, p, id }) => ({ v, p, id }),
    present: async (rows) =>
      presentEachUnmuted(
        ctx,
        'feed',
        rows.map(({ id }) => id),
        rows.flatMap(({ originalId }) => originalId ?? []),
      ),
    checkVisibility: async (rows) => checkUnmuted(ctx, rows, 'feed'),
  });
  await store(ctx, snapshot, shown);
  return {
    posts: shown.map((post) => withReason(ctx, post, query.tab)),
    pagination: { ...pagination, totalPosts: total },
    since: idOfTime(snapshot.startedAt),
  };
}

/** Stores a new snapshot, so that other nodes can continue it, and the posts that the page shows, for later lists. */
async function store(ctx: MemberContext, snapshot: FeedSnapshot, shown: Post[]): Promise<void> {
  const seen = shown.map((post) => post.originalPost?._id ?? post._id);
  if (seen.length > 0) ctx.feed.shownPages.add(ctx, snapshot.userId, seen);
  // Requests at the same time wait for the same write.
  snapshot.stored ??= storeSnapshot(ctx, snapshot).catch((error: unknown) => {
    // This process can still continue it. Its next page tries again.
    snapshot.stored = null;
    ctx.log.warn({ err: error }, 'snapshot not stored');
  });
  await snapshot.stored;
}
