import type { FeedTab } from '@roost/contract/feed';
import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../../../../lib/socket/connection.ts';
import { onLive } from '../../../../lib/socket/live.ts';
import { ask } from '../../../../lib/socket/socket.ts';
import { setNewPosts } from './new-posts.query.ts';

onLive('feedGrew', setNewPosts);

/**
 * Sends `feedOpened` when the page is visible and connected, and `feedClosed` when it no longer is. In between, the server
 * announces new posts.
 */
export function useReportOpenFeed(tab: FeedTab, since: string | undefined): void {
  const isConnected = useConnection() === 'open';
  const isPageVisible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  useEffect(() => {
    if (!since || !isConnected || !isPageVisible) return undefined;
    // If it fails, the page still requests the count when somebody returns to it.
    ask('feedOpened', { tab, since }).catch(() => {});
    return () => {
      ask('feedClosed').catch(() => {});
    };
  }, [tab, since, isConnected, isPageVisible]);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
