import { expect, test } from 'vitest';
import * as keptFeeds from '@roost/contract/kept-feeds';
import * as lists from '@roost/contract/lists';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const [owner, other] = (await crowdOf(app, 2, 'order')) as [Member, Member];

const order = async (member: Member, ids: string[]) =>
  member.call(keptFeeds.orderFeeds, { body: { ids } });
const create = async (name: string) =>
  (await owner.call(lists.createList, { body: { name } })).data;
const keep = async (hashtag: string) =>
  (await owner.call(keptFeeds.keepFeed, { body: { hashtag } })).data;
const shown = async () => {
  const { lists: own } = (await owner.call(lists.listLists, { query: {} })).data;
  const { feeds } = (await owner.call(keptFeeds.listKeptFeeds, {})).data;
  return {
    lists: own.map(({ name, position }) => [name, position]),
    feeds: feeds.map(({ hashtag, position }) => [hashtag, position]),
  };
};

test('lists and kept feeds have one order, and new ones come last', async () => {
  const [birds, work] = [await create('Birds'), await create('Work')];
  const [owls, rain] = [await keep('owls'), await keep('rain')];
  expect(await shown()).toEqual({
    lists: [
      ['Birds', undefined],
      ['Work', undefined],
    ],
    feeds: [
      ['owls', undefined],
      ['rain', undefined],
    ],
  });
  await order(owner, [rain._id, work._id, birds._id, owls._id]);
  await create('News');
  expect(await shown()).toEqual({
    lists: [
      ['Work', 2],
      ['Birds', 3],
      ['News', undefined],
    ],
    feeds: [
      ['rain', 1],
      ['owls', 4],
    ],
  });
  // A new name or a new hashtag keeps the place.
  const rename = { params: { listId: work._id }, body: { name: 'Office' } };
  expect((await owner.call(lists.renameList, rename)).data.position).toBe(2);
  for (const hashtag of ['storm', 'rain']) {
    const change = { params: { feedId: rain._id }, body: { hashtag } };
    expect((await owner.call(keptFeeds.changeKeptFeed, change)).data.position).toBe(1);
  }
  const before = await shown();
  await order(other, [birds._id, work._id]);
  expect(await shown(), 'after an order of somebody else').toEqual(before);
  // An id of nothing keeps its number, and what is not named loses its own.
  await order(owner, [NOBODY, birds._id]);
  expect(await shown()).toEqual({
    lists: [
      ['Birds', 2],
      ['Office', undefined],
      ['News', undefined],
    ],
    feeds: [
      ['owls', undefined],
      ['rain', undefined],
    ],
  });
  const many = Array.from({ length: lists.MAX_LISTS + keptFeeds.MAX_KEPT_FEEDS + 1 }, () => NOBODY);
  expect((await refusalOf(order(owner, many))).status).toBe(400);
});
