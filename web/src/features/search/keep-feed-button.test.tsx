import { dropFeed, keepFeed, listKeptFeeds } from '@roost/contract/kept-feeds';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { KeepFeedButton } from './keep-feed-button.tsx';

const kept = { _id: sampleId('feed'), hashtag: null, query: 'late trains' };

test('a search that differs only in case from a kept one can be removed from the feeds', async () => {
  server.answer(listKeptFeeds, () => success({ feeds: [kept] }));
  const asked = server.answer(dropFeed, () => done('Feed removed.'));
  const { user } = renderApp(<KeepFeedButton q="Late Trains" />);
  await user.click(await screen.findByRole('button', { name: 'Remove from feeds' }));
  await expect.poll(() => asked.mock.lastCall?.[0].params).toEqual({ feedId: kept._id });
});

test('any other search can be kept', async () => {
  server.answer(listKeptFeeds, () => success({ feeds: [kept] }));
  const asked = server.answer(keepFeed, ({ body }) =>
    success({ _id: sampleId('other'), hashtag: null, query: body.query ?? null }),
  );
  const { user } = renderApp(<KeepFeedButton q="early trains" />);
  await user.click(await screen.findByRole('button', { name: 'Keep as a feed' }));
  await screen.findByRole('button', { name: 'Remove from feeds' });
  expect(asked.mock.lastCall?.[0].body).toEqual({ query: 'early trains' });
});
