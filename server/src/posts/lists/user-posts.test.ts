import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, join, type Member } from '../../../test/support/cast.ts';
import { countStatements } from '../../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, dan } = await castOf(app);

const postsOf = async (member: Member, of: Member, query: { limit?: number; cursor?: string }) =>
  (await member.call(posts.listUserPosts, { params: { userId: of.id }, query })).data;

test('pages are full for a follower and for a stranger, without hidden posts', async () => {
  const [writer, stranger, follower] = [
    await join(app, 'writer'),
    await join(app, 'stranger'),
    await join(app, 'follower'),
  ];
  await follower.follow(writer);
  for (let n = 0; n < 4; n += 1) await writer.post(`closed before ${n}`, 'followers');
  for (let n = 0; n < 8; n += 1)
    await writer.post(`${n % 2 ? 'closed' : 'open'} ${n}`, n % 2 ? 'followers' : 'public');
  const open = ['open 6', 'open 4', 'open 2', 'open 0'];
  const first = await postsOf(stranger, writer, { limit: 2 });
  expect(first.posts.map(({ content }) => content)).toEqual(open.slice(0, 2));
  const cursor = first.pagination.nextCursor ?? '';
  const second = await postsOf(stranger, writer, { limit: 2, cursor });
  expect(second.posts.map(({ content }) => content)).toEqual(open.slice(2));
  expect([second.pagination.nextCursor, second.totalPosts]).toEqual([null, 4]);
  const all = await postsOf(follower, writer, { limit: 50 });
  expect(all.posts.map(({ content }) => content)).toEqual([
    ...Array.from({ length: 8 }, (_, n) => `${(7 - n) % 2 ? 'closed' : 'open'} ${7 - n}`),
    ...Array.from({ length: 4 }, (_, n) => `closed before ${3 - n}`),
  ]);
});

test('a page takes two statements, or three on shards, for any size and any viewer', async () => {
  const each = app.ctx.shards ? 3 : 2;
  for (let n = 0; n < 12; n += 1) await alice.post(`number ${n}`, n % 3 ? 'public' : 'followers');
  for (const member of [alice, bob, dan]) {
    const count = async (limit: number) =>
      countStatements(app, async () => postsOf(member, alice, { limit }));
    expect([await count(1), await count(50)]).toEqual([each, each]);
  }
});

test('one post takes one statement, or three on shards', async () => {
  const post = await alice.post('looked up');
  expect(
    await countStatements(app, async () =>
      bob.call(posts.getPost, { params: { postId: post._id } }),
    ),
  ).toBe(app.ctx.shards ? 3 : 1);
});

test('a new post takes five statements, with the begin and commit of its transaction', async () => {
  const statements = await countStatements(app, async () => alice.post('with a #tag'));
  expect(statements).toBe(5);
});
