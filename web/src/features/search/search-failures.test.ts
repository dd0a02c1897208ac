import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToFailures, type ApiError } from '../../lib/api/api.ts';
import { searchPostsQuery } from '../posts/post-lists.ts';
import { peopleQuery } from '../users/search-people.query.ts';
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

test.each([400, 404])(
  'what can’t be looked for is found nowhere, and nothing is said (%i)',
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
    expect((await fresh.fetchInfiniteQuery(peopleQuery('\0abc'))).pages).toEqual([
      { ...none, users: [] },
    ]);
    expect(said).toEqual([]);
  },
);

test('a failed people search for text that is no name shows nothing', async () => {
  await expect(client.fetchInfiniteQuery(peopleQuery('quiet', true))).rejects.toThrow();
  expect(said).toEqual([]);
});
