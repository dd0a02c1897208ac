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
  const asked = server.answer(listLists, async () => {
    await new Promise((done) => setTimeout(done, 50));
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<HomeScreen />, { hasSocket: true });
  await screen.findByText(/^Error loading feed: The site is not available/);
  const before = asked.mock.calls.length;
  const selected = new Set<string>();
  const watcher = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('tab', { selected: true }))
      selected.add(textContent);
  });
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await new Promise((done) => setTimeout(done, 500));
  watcher.disconnect();
  expect([...selected]).toEqual([]);
  expect(asked.mock.calls.length).toBe(before + 1);
});

test('a deleted list as the last tab shows the first tab', async () => {
  server.answer(listLists, () => success({ lists: [] }));
  renderApp(<HomeScreen />, { hasSocket: true });
  await screen.findByText('About robins');
  screen.getByRole('tab', { name: 'For you', selected: true });
});
