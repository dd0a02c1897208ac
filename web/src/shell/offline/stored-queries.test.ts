import { afterEach, expect, test } from 'vitest';
import { keptFeedsQuery } from '../../features/posts/feed/own-feeds/kept-feeds.query.ts';
import { postKeys } from '../../features/posts/post-keys.ts';
import { listKeys } from '../../features/users/lists/lists.query.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { isStored } from './stored-queries.ts';

const feed = { _id: 'feed', createdAt: '2026-01-01T00:00:00.000Z' };
queryClient.setQueryData(keptFeedsQuery.queryKey, [
  { ...feed, hashtag: 'birds', query: null },
  { ...feed, hashtag: null, query: 'wren song' },
]);
afterEach(() => queryClient.clear());

test('the browser stores the posts of lists and kept feeds, and of no other search', () => {
  const keys = [
    listKeys.own,
    keptFeedsQuery.queryKey,
    postKeys.list('0197f0a0'),
    postKeys.search('#birds'),
    postKeys.search('wren song'),
    postKeys.search('#cats'),
    postKeys.search('wren'),
    postKeys.search('list'),
  ];
  expect(keys.map(isStored)).toEqual([true, true, true, true, true, false, false, false]);
});
