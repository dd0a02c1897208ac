import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PostPage } from '../../post-cache.ts';
import { postKeys } from '../../post-keys.ts';
import { feedQueries } from '../../post-lists.ts';
import { refreshFeed } from './refresh-feed.ts';

const [older, newer] = [
  '019b0000-0000-7000-8000-000000000000',
  '019c0000-0000-7000-8000-000000000000',
];

function openFeed() {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', { scrollTo: () => {} });
  vi.stubGlobal('fetch', async (url: unknown) => {
    // A request for a next page takes longer than the cancellation of one.
    const isNextPage = String(url).includes('cursor');
    await new Promise((resolve) => setTimeout(resolve, isNextPage ? 20 : 0));
    const pagination = { currentPage: 1, totalPages: 1, totalPosts: 0, nextCursor: 'next' };
    return Response.json({ status: 'success', data: { posts: [], pagination, since: newer } });
  });
  const client = new QueryClient();
  const page: PostPage = { posts: [], nextCursor: 'next', since: older };
  client.setQueryData<InfiniteData<PostPage>>(postKeys.following, {
    pages: [page],
    pageParams: [{ cursor: null, limit: 10 }],
  });
  const list = new InfiniteQueryObserver(client, {
    ...feedQueries.following(),
    staleTime: Infinity,
  });
  return { client, list };
}

function sinceOf(client: QueryClient) {
  return client.getQueryData<InfiniteData<PostPage>>(postKeys.following)!.pages[0]!.since;
}

test('a refresh replaces the list even if its end keeps requesting the next page', async () => {
  const { client, list } = openFeed();
  // The list requests its next page in a microtask, as React does.
  const onChange = () => {
    const { isFetching, data } = list.getCurrentResult();
    if (!isFetching && data?.pages[0]?.since === older)
      void list.fetchNextPage({ cancelRefetch: false });
  };
  onTestFinished(list.subscribe(() => queueMicrotask(onChange)));
  void list.fetchNextPage({ cancelRefetch: false });
  await refreshFeed(client, 'following');
  expect(sinceOf(client)).toBe(newer);
});

test('a refresh continues while the list mounts again', async () => {
  const { client, list } = openFeed();
  const unmount = list.subscribe(() => {});
  const refreshed = refreshFeed(client, 'following');
  // A press on Home adds an entry to the history, and each entry has its own list.
  unmount();
  onTestFinished(list.subscribe(() => {}));
  await refreshed;
  expect(sinceOf(client)).toBe(newer);
});
