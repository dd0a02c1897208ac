import * as feed from '@roost/contract/feed';
import { expect, test } from 'vitest';
import type { Paging } from '@roost/contract/wire';
import type { TestApp } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { startTwoNodes } from '../../../test/support/nodes.ts';
import { TestClient } from '../../../test/support/test-client.ts';

/** Reads a page of a member's feed from one node. */
async function pageAt(app: TestApp, member: Member, query: Partial<Paging>) {
  const client = new TestClient(app.address);
  client.cookie = member.client.cookie;
  const { data } = await client.call(feed.getFeed, { query });
  return { ids: data.posts.map(({ _id }) => _id), cursor: data.pagination.nextCursor };
}

/** Ann gets an old list from node two. Then she posts on node one and gets a new list there. Returns the new list. */
async function makeTwoLists({ one, two }: { one: TestApp; two: TestApp }) {
  const [ann, ben] = await Promise.all([join(one, 'ann'), join(one, 'ben')]);
  for (let n = 0; n < 20; n += 1) await ben.post(`Number ${n} of Ben`);
  await pageAt(two, ann, { limit: 4 });
  for (let n = 0; n < 12; n += 1) await ann.post(`Number ${n} of Ann`);
  const { cursor } = await pageAt(one, ann, { limit: 4 });
  const { ids } = await pageAt(one, ann, { limit: 12 });
  return { ann, ben, cursor: cursor ?? '', ids };
}

test('a list that one node has just made continues on the other node', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, cursor, ids } = await makeTwoLists({ one, two });
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
});

test('page number 3 continues the same snapshot on the other node', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, ids } = await makeTwoLists({ one, two });
  expect((await pageAt(two, ann, { limit: 4, page: 3 })).ids).toEqual(ids.slice(8, 12));
});

test('a page of an older snapshot hides no news from the next first page', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, ben, cursor, ids } = await makeTwoLists({ one, two });
  const { _id } = await ann.post('News');
  const { _id: newest } = await ben.post('Something else');
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
  expect((await pageAt(two, ann, { limit: 4 })).ids.slice(0, 2)).toEqual([newest, _id]);
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
  expect((await pageAt(two, ann, { limit: 4 })).ids.slice(0, 2)).toEqual([newest, _id]);
});

test('an older list of another client continues on a node that made neither', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, ben, cursor, ids } = await makeTwoLists({ one, two });
  await ben.post('News');
  await pageAt(one, ann, { limit: 4 });
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
});
