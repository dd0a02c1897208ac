import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import * as reposts from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

let owner: Member;
let follower: Member;
let stranger: Member;
let scenes = 0;

beforeEach(async () => {
  scenes += 1;
  [owner, follower, stranger] = (await crowdOf(app, 3, `pins${scenes}_`)) as [
    Member,
    Member,
    Member,
  ];
  await follower.follow(owner);
});

const pin = async (member: Member, postId: string) =>
  member.call(posts.pinPost, { params: { postId } });
const unpin = async (member: Member, postId: string) =>
  member.call(posts.unpinPost, { params: { postId } });
const read = async (viewer: Member, postId: string) =>
  (await viewer.call(posts.getPost, { params: { postId } })).data;
const pageOf = async (viewer: Member, query: { limit?: number; cursor?: string } = {}) =>
  (await viewer.call(posts.listUserPosts, { params: { userId: owner.id }, query })).data;
const shownTo = async (viewer: Member) => (await pageOf(viewer)).pinnedPost?._id ?? null;
const storedPin = async () => {
  const { rows } = await sql<{ id: string | null }>`
    select pinned_post_id as id from users where id = ${owner.id}`.execute(app.ctx.db);
  return rows[0]?.id ?? null;
};

describe('a pinned post', () => {
  test('comes with the first page only, keeps its place in the list, and says that it is pinned', async () => {
    const old = await owner.post('the old one');
    for (const text of ['second', 'third']) await owner.post(text);
    await pin(owner, old._id);
    const first = await pageOf(stranger, { limit: 2 });
    expect(first.pinnedPost).toMatchObject({ _id: old._id, isPinned: true });
    expect(first.posts.map(({ isPinned }) => isPinned)).toEqual([false, false]);
    const second = await pageOf(stranger, { limit: 2, cursor: first.pagination.nextCursor! });
    expect(second.pinnedPost).toBeNull();
    expect(second.posts).toMatchObject([{ _id: old._id, isPinned: true }]);
    expect((await read(follower, old._id)).isPinned).toBe(true);
  });

  test('replaces the one before, and a repetition changes nothing', async () => {
    const [one, two] = [await owner.post('one'), await owner.post('two')];
    await pin(owner, one._id);
    await pin(owner, one._id);
    expect(await shownTo(owner)).toBe(one._id);
    await pin(owner, two._id);
    expect(await shownTo(owner)).toBe(two._id);
    expect((await read(owner, one._id)).isPinned).toBe(false);
    // Another post is pinned.
    await unpin(owner, one._id);
    expect(await shownTo(owner)).toBe(two._id);
    await unpin(owner, two._id);
    await unpin(owner, two._id);
    expect(await shownTo(owner)).toBeNull();
  });

  test('follows the rule of visibility for each viewer', async () => {
    await owner.post('open');
    const closed = await owner.post('for followers', 'followers');
    await pin(owner, closed._id);
    expect(await shownTo(owner)).toBe(closed._id);
    expect(await shownTo(follower)).toBe(closed._id);
    expect(await shownTo(stranger)).toBeNull();
    await owner.toggleBlock(follower);
    expect((await refusalOf(pageOf(follower))).status).toBe(404);
  });

  test('leaves the profile with its deletion', async () => {
    const post = await owner.post('short-lived');
    await owner.post('stays');
    await pin(owner, post._id);
    await owner.call(posts.deletePost, { params: { postId: post._id } });
    expect(await shownTo(owner)).toBeNull();
    expect(await storedPin()).toBeNull();
  });

  test('costs a page no further statement', async () => {
    await owner.post('first');
    const post = await owner.post('second');
    const before = await countStatements(app, async () => pageOf(stranger));
    await pin(owner, post._id);
    expect(await countStatements(app, async () => pageOf(stranger))).toBe(before);
  });
});

describe('the right to pin', () => {
  test('only the author, and only posts', async () => {
    const post = await owner.post('mine');
    const comment = await owner.comment(post._id, 'my comment');
    for (const call of [pin, unpin]) {
      expect((await refusalOf(call(follower, post._id))).status).toBe(403);
      expect((await refusalOf(call(follower, comment._id))).status).toBe(403);
    }
    expect((await refusalOf(pin(owner, comment._id))).status).toBe(400);
    expect(await storedPin()).toBeNull();
  });

  test('a repost means its original', async () => {
    const post = await owner.post('mine');
    const own = await owner.call(reposts.repost, { params: { postId: post._id } });
    await pin(owner, own.data.repost._id);
    expect(await storedPin()).toBe(post._id);
    const theirs = await follower.call(reposts.repost, { params: { postId: post._id } });
    expect((await refusalOf(pin(follower, theirs.data.repost._id))).status).toBe(403);
    const page = await pageOf(owner);
    const repost = page.posts.find(({ isRepost }) => isRepost);
    expect(repost).toMatchObject({ isPinned: true, originalPost: { isPinned: true } });
  });
});

test('of pins and deletions at once, no pin of a deleted post is left', async () => {
  const made = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (text) => owner.post(text)),
  );
  await Promise.allSettled(
    made.flatMap(({ _id }) => [
      pin(owner, _id),
      owner.call(posts.deletePost, { params: { postId: _id } }),
      pin(owner, _id),
    ]),
  );
  expect(await storedPin()).toBeNull();
});
