import type { FeedTab } from '@roost/contract/feed';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../../../lib/socket/connection.ts';
import { ask } from '../../../lib/socket/socket.ts';
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
  useOpenFeed(tab, useIsInSight() ? since : undefined);
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

/** Sends `feedOpened` while the tab is visible, so the server announces new posts. */
function useOpenFeed(tab: FeedTab, since: string | undefined): void {
  const isConnected = useConnection() === 'open';
  useEffect(() => {
    if (!since || !isConnected) return undefined;
    // If it fails, the page still requests the count when somebody returns to it.
    ask('feedOpened', { tab, since }).catch(() => {});
    return () => {
      ask('feedClosed').catch(() => {});
    };
  }, [tab, since, isConnected]);
}

function useIsInSight(): boolean {
  return useSyncExternalStore(subscribeToSight, () => !document.hidden);
}

function subscribeToSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
