import type { FeedTab } from '@roost/contract/feed';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ContinueFollowing } from './continue-following.tsx';
import { useReportOpenFeed } from './new-posts/live-feed.ts';
import { NewPostsPill } from './new-posts/new-posts-pill.tsx';
import { feedQueries } from '../post-lists.ts';
import { OwnFeeds } from './own-feeds/own-feeds.tsx';
import { PullToRefresh } from './refresh/pull-to-refresh.tsx';
import { useRefreshByHomeLinks } from './refresh/refresh-feed.ts';

interface NewPostsAnnouncerProps {
  /** 'foryou', 'following' or the id of a list or kept feed. The server announces new posts of the first two. */
  tab: string;
  onRefresh: () => Promise<void>;
}

/** The parts that the feed needs after the first page: lists and kept feeds, the ways to refresh, and the announcement of new posts. */
export function NewPostsAnnouncer({ tab, onRefresh }: NewPostsAnnouncerProps) {
  useRefreshByHomeLinks(onRefresh);
  return (
    // Overlays the list, so the list does not move when the pill appears.
    <div
      data-stays-at-top
      className="sticky top-[calc(var(--top-bar)+3.25rem)] z-10 h-0 transition-[top] duration-(--in)"
    >
      <OwnFeeds />
      <PullToRefresh onRefresh={onRefresh} />
      {(tab === 'foryou' || tab === 'following') && <NewPosts tab={tab} onRefresh={onRefresh} />}
    </div>
  );
}

/** Announces posts that are newer than the list. The list shows them only after a press. */
function NewPosts({ tab, onRefresh }: NewPostsAnnouncerProps & { tab: FeedTab }) {
  // Only observes the query. The list itself fetches it.
  const { data, dataUpdatedAt } = useInfiniteQuery({ ...feedQueries[tab](), enabled: false });
  const since = data?.pages[0]?.since;
  useReportOpenFeed(tab, since);
  return (
    <>
      {data && tab === 'following' && <ContinueFollowing />}
      {since && (
        <NewPostsPill
          key={since}
          tab={tab}
          since={since}
          fetchedAt={dataUpdatedAt}
          onPress={onRefresh}
        />
      )}
    </>
  );
}
