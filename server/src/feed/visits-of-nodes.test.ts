import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import type { Paging } from '@roost/contract/wire';
import type { TestApp } from '../../test/app.ts';
import { join, type Member } from '../../test/cast.ts';
import { startTwoNodes } from '../../test/nodes.ts';
import { Visitor } from '../../test/visitor.ts';

/** A page of somebody's feed, at one of the nodes. */
async function pageAt(app: TestApp, member: Member, query: Partial<Paging>) {
  const visitor = new Visitor(app.address);
  visitor.cookie = member.visitor.cookie;
  const { data } = await visitor.call(posts.getFeed, { query });
  return { ids: data.posts.map(({ _id }) => _id), cursor: data.pagination.nextCursor };
}

/** Ann, with a list from before she wrote at the other node, where she then looked at what she wrote. */
async function lookAfterWriting({ one, two }: { one: TestApp; two: TestApp }) {
  const [ann, ben] = await Promise.all([join(one, 'ann'), join(one, 'ben')]);
  for (let n = 0; n < 20; n += 1) await ben.post(`Number ${n} of Ben`);
  await pageAt(two, ann, { limit: 4 });
  for (let n = 0; n < 12; n += 1) await ann.post(`Number ${n} of Ann`);
  const { cursor } = await pageAt(one, ann, { limit: 4 });
  const { ids } = await pageAt(one, ann, { limit: 12 });
  return { ann, ben, cursor: cursor ?? '', ids };
}

test('a list that one node made a moment ago goes on at the other', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, cursor, ids } = await lookAfterWriting({ one, two });
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
});

test('so it does by the number of the page', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, ids } = await lookAfterWriting({ one, two });
  expect((await pageAt(two, ann, { limit: 4, page: 3 })).ids).toEqual(ids.slice(8, 12));
});

test('to go on with an earlier list hides no news', async () => {
  const { one, two } = await startTwoNodes();
  const { ann, ben, cursor, ids } = await lookAfterWriting({ one, two });
  const { _id } = await ann.post('News');
  await ben.post('Something else');
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
  expect((await pageAt(two, ann, { limit: 4 })).ids[0]).toBe(_id);
  expect((await pageAt(two, ann, { limit: 4, cursor })).ids).toEqual(ids.slice(4, 8));
  expect((await pageAt(two, ann, { limit: 4 })).ids[0]).toBe(_id);
});
