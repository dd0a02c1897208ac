import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToFailures, type ApiError } from '../../lib/api.ts';
import { searchPostsQuery } from '../posts/post-lists.ts';
import { peopleQuery } from './people.query.ts';
import { trendingQuery } from './trending.query.ts';

let said: ApiError[];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeEach(() => {
  said = [];
  listenToFailures({ onFailure: (error) => said.push(error), onUnauthenticated: () => {} });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['posts', () => client.fetchInfiniteQuery(searchPostsQuery('frost')())],
  ['a hashtag', () => client.fetchInfiniteQuery(searchPostsQuery('#frost')())],
  ['people', () => client.fetchInfiniteQuery(peopleQuery('theo'))],
  ['what trends', () => client.fetchQuery(trendingQuery)],
])('a failed search for %s is told by a toast, once', async (_, search) => {
  await expect(search()).rejects.toThrow();
  expect(said.map(({ status }) => status)).toEqual([503]);
});
