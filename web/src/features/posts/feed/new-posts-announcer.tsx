import type { FeedTab } from '@roost/contract/feed';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useReportOpenFeed } from './live-feed.ts';
import { NewPostsPill } from './new-posts-pill.tsx';
import { feedQueries } from '../post-lists.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';

interface NewPostsAnnouncerProps {
  tab: FeedTab;
  onRefresh: () => Promise<void>;
}

/** Announces posts that are newer than the list. The list shows them only after a press. */
export function NewPostsAnnouncer({ tab, onRefresh }: NewPostsAnnouncerProps) {
  // Only observes the query. The list itself fetches it.
  const { data, dataUpdatedAt } = useInfiniteQuery({ ...feedQueries[tab](), enabled: false });
  const since = data?.pages[0]?.since;
  useReportOpenFeed(tab, since);
  return (
    // Overlays the list, so the list does not move when the pill appears.
    <div className="sticky top-[calc(var(--top-bar)+3.25rem)] z-10 h-0 transition-[top] duration-(--in)">
      <PullToRefresh onRefresh={onRefresh} />
      {since && (
        <NewPostsPill
          key={since}
          tab={tab}
          since={since}
          fetchedAt={dataUpdatedAt}
          onPress={onRefresh}
        />
      )}
    </div>
  );
}
