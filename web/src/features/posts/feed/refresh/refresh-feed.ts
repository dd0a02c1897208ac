import type { NewPosts } from '@roost/contract/feed';
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { postKeys } from '../../post-keys.ts';
import { feedQueries } from '../../post-lists.ts';
import { paths } from '../../../../paths.ts';

const nothingNew: NewPosts = { count: 0, avatars: [] };

/** Scrolls to the top and fetches the first page again. It replaces the whole list. */
export async function refreshFeed(client: QueryClient, tab: string): Promise<void> {
  window.scrollTo(0, 0);
  const query = feedQueries[tab]?.();
  if (!query) return;
  // A running request belongs to the old list. The refresh does not wait for the cancellation. Meanwhile the end of the list
  // would request its next page, and the query would return that page instead.
  void client.cancelQueries({ queryKey: query.queryKey, exact: true });
  // A press on a link adds an entry to the history, and then the list mounts again. A query without an observer would cancel the
  // request in between.
  const stopObserving = new InfiniteQueryObserver(client, { ...query, enabled: false }).subscribe(
    () => {},
  );
  try {
    await client.fetchInfiniteQuery({ ...query, pages: 1, staleTime: 0 });
    // Clears the count also if the list is unchanged, because the new posts no longer exist.
    client.setQueriesData<NewPosts>({ queryKey: postKeys.newer(tab) }, nothingNew);
  } catch {
    // The query itself reports the failure. The shown posts stay.
  } finally {
    stopObserving();
  }
}

/** Calls `onRefresh` after a press on a link to the home page, on the home page itself. */
export function useRefreshByHomeLinks(onRefresh: () => Promise<void>): void {
  const onPress = useEffectEvent((event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    if (event.target instanceof Element && event.target.closest(`a[href="${paths.home}"]`))
      void onRefresh();
  });
  useEffect(() => {
    const listener = (event: MouseEvent) => onPress(event);
    document.addEventListener('click', listener);
    return () => document.removeEventListener('click', listener);
  }, []);
}
