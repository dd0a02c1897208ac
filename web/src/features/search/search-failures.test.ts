import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToFailures, type ApiError } from '../../lib/api/api.ts';
import { searchPostsQuery } from '../posts/search-lists.ts';
import { searchPeopleQuery } from '../users/search-people.query.ts';
import { trendingQuery } from './trending.query.ts';

let failures: ApiError[];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeEach(() => {
  failures = [];
  listenToFailures({
    onFailure: (error) => failures.push(error),
    onUnauthenticated: () => {},
    onReauthRequired: async () => false,
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['posts', () => client.fetchInfiniteQuery(searchPostsQuery('frost')())],
  ['a hashtag', () => client.fetchInfiniteQuery(searchPostsQuery('#frost')())],
  ['people', () => client.fetchInfiniteQuery(searchPeopleQuery('theo'))],
  ['trending hashtags', () => client.fetchQuery(trendingQuery)],
])('a failed search for %s shows one toast', async (_, search) => {
  await expect(search()).rejects.toThrow();
  expect(failures.map(({ status }) => status)).toEqual([503]);
});

test.each([400, 404])(
  'a search that the server refuses has no results and shows no toast (%i)',
  async (status) => {
    const code = status === 400 ? 'bad_input' : 'not_found';
    vi.stubGlobal('fetch', async () =>
      Response.json({ status: 'fail', message: 'No.', code }, { status }),
    );
    const fresh = new QueryClient();
    const none = { nextCursor: null };
    expect((await fresh.fetchInfiniteQuery(searchPostsQuery('\0abc')())).pages).toEqual([
      { ...none, posts: [] },
    ]);
    expect(
      (await fresh.fetchInfiniteQuery(searchPostsQuery(`#${'a'.repeat(400)}`)())).pages,
    ).toEqual([{ ...none, posts: [] }]);
    expect((await fresh.fetchInfiniteQuery(searchPeopleQuery('\0abc'))).pages).toEqual([
      { ...none, users: [] },
    ]);
    expect(failures).toEqual([]);
  },
);

test('a failed people search for text that is no name shows nothing', async () => {
  await expect(client.fetchInfiniteQuery(searchPeopleQuery('quiet', true))).rejects.toThrow();
  expect(failures).toEqual([]);
});
