import { AppError } from '@roost/contract/errors';
import { getFeed } from '@roost/contract/feed';
import { listKeptFeeds } from '@roost/contract/kept-feeds';
import { listLists } from '@roost/contract/lists';
import { getLimits } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, success } from '../../test/support/fake-server.ts';
import { renderApp } from '../../test/support/render-app.tsx';
import { sampleId } from '../../test/support/sample-id.ts';
import { sampleLimits } from '../../test/support/sample-limits.ts';
import { samplePost, viewer } from '../../test/support/sample-posts.ts';
import { queryClient } from '../lib/cache/query-client.ts';
import { selectFeedTab } from '../features/posts/feed/feed-tab.ts';
import { HomeScreen } from './home-screen.tsx';

const listId = sampleId('list');
const posts = [samplePost(sampleId('robins'), { content: 'About robins' })];
const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalPosts: 1 };

beforeEach(() => {
  server.answer(getLimits, sampleLimits);
  server.answer(getFeed, () => success({ posts, pagination, since: sampleId('since') }));
  server.answer(listKeptFeeds, () => success({ feeds: [] }));
  selectFeedTab(viewer._id, listId);
});

test('a list that does not load as a tab says why, and a press tries again', async () => {
  let isDown = true;
  server.answer(listLists, () => {
    if (isDown) throw new AppError('unavailable');
    return success({ lists: [{ _id: listId, name: 'Writers' }] });
  });
  const { user } = renderApp(<HomeScreen />, { hasSocket: true });
  await screen.findByText(/^Error loading feed: The site is not available/);
  expect(screen.queryByText('About robins')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('About robins');
  screen.getByRole('tab', { name: 'Writers', selected: true });
});

test('the tab stays while a list is tried again, and each press asks once', async () => {
  let held: Promise<void> | undefined;
  const asked = server.answer(listLists, async () => {
    await held;
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<HomeScreen />, { hasSocket: true });
  await screen.findByText(/^Error loading feed: The site is not available/);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  asked.mockClear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(screen.queryByRole('tab', { selected: true })).toBeNull();
  resolve();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  screen.getByText(/^Error loading feed: The site is not available/);
  expect(asked).toHaveBeenCalledOnce();
});

test('a deleted list as the last tab shows the first tab', async () => {
  server.answer(listLists, () => success({ lists: [] }));
  renderApp(<HomeScreen />, { hasSocket: true });
  await screen.findByText('About robins');
  screen.getByRole('tab', { name: 'For you', selected: true });
});
