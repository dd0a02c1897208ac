import { expect, test } from 'vitest';
import * as keptFeeds from '@roost/contract/kept-feeds';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, inBurst, join, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);

type Chosen = { hashtag?: string; query?: string };
const keep = async (owner: Member, body: Chosen) =>
  (await owner.call(keptFeeds.keepFeed, { body })).data;
const change = async (owner: Member, feedId: string, body: Chosen) =>
  (await owner.call(keptFeeds.changeKeptFeed, { params: { feedId }, body })).data;
const drop = async (owner: Member, feedId: string) =>
  owner.call(keptFeeds.dropFeed, { params: { feedId } });
const feedsOf = async (owner: Member) => (await owner.call(keptFeeds.listKeptFeeds, {})).data.feeds;

test('a hashtag or a search is kept once, changed and dropped', async () => {
  const owls = await keep(alice, { hashtag: '#Öwls' });
  expect(owls).toMatchObject({ hashtag: 'Öwls', query: null });
  expect(await keep(alice, { hashtag: 'öWLS' })).toEqual(owls);
  const search = await keep(alice, { query: ' "late trains" from:bob ' });
  expect(search).toMatchObject({ hashtag: null, query: '"late trains" from:bob' });
  expect(await feedsOf(alice)).toEqual([owls, search]);
  expect(await feedsOf(bob)).toEqual([]);
  const changed = await change(alice, search._id, { query: 'trains' });
  expect(changed).toEqual({ _id: search._id, hashtag: null, query: 'trains' });
  expect(await change(alice, search._id, { query: 'trains' })).toEqual(changed);
  const { status } = await refusalOf(change(alice, search._id, { hashtag: 'öwls' }));
  expect(status).toBe(409);
  await drop(alice, owls._id);
  expect(await feedsOf(alice)).toEqual([changed]);
});

test('searches that differ in case, width or accents are one feed', async () => {
  const owner = await join(app, 'folder');
  const trains = await keep(owner, { query: '"Late Trains" from:Bob' });
  expect(await keep(owner, { query: '"late trains" from:bob' })).toEqual(trains);
  expect(await keep(owner, { query: '"ｌａｔｅ tráins" FROM:bob' })).toEqual(trains);
  const cats = await keep(owner, { query: 'cats' });
  expect(cats._id).not.toBe(trains._id);
  expect((await refusalOf(change(owner, trains._id, { query: 'Cats' }))).status).toBe(409);
  expect(await change(owner, cats._id, { query: 'Cats' })).toEqual({ ...cats, query: 'Cats' });
});

test('a feed of somebody else answers as one that does not exist', async () => {
  const { _id } = await keep(alice, { hashtag: 'private' });
  const answers = async (id: string) =>
    [await refusalOf(drop(bob, id)), await refusalOf(change(bob, id, { query: 'x' }))].map(
      ({ status, body }) => [status, body],
    );
  expect(await answers(_id)).toEqual(await answers(NOBODY));
  expect((await answers(_id)).map(([status]) => status)).toEqual([404, 404]);
});

test('only hashtags and searches are accepted, and encoded values stay as they are', async () => {
  const refused: Chosen[] = [
    {},
    { hashtag: 'a', query: 'a' },
    ...['', '#', '##a', '123', 'two words', 'a-b', '%23a', 'x'.repeat(101), 'a\0'].map(
      (hashtag) => ({ hashtag }),
    ),
    ...['', ' ', 'a\0b', 'x'.repeat(501)].map((query) => ({ query })),
  ];
  for (const body of refused)
    expect((await refusalOf(keep(alice, body))).status, JSON.stringify(body)).toBe(400);
  const odd = '%2523 &q=<script> +"\'\\ 💥';
  expect((await keep(alice, { query: odd })).query).toBe(odd);
});

test('requests at the same time do not exceed the limit together, and keep a feed once', async () => {
  const owner = await join(app, 'keeper');
  await inBurst(Array.from({ length: 10 }), async () => keep(owner, { hashtag: 'Same' }));
  expect(await feedsOf(owner)).toHaveLength(1);
  await inBurst([...Array(30).keys()], async (n) =>
    keep(owner, { query: `number ${n}` }).catch(({ body }: { body: { code: string } }) =>
      expect(body.code).toBe('too_many_feeds'),
    ),
  );
  expect(await feedsOf(owner)).toHaveLength(keptFeeds.MAX_KEPT_FEEDS);
});
