import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/users';
import { startAppForFile } from '../../test/app.ts';
import { castOf, type Member } from '../../test/cast.ts';
import { refusalOf } from '../../test/visitor.ts';
import { countStatements } from '../../test/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);
await alice.follow(bob);

async function walk(
  member: Member,
  limit: number,
  between: () => Promise<unknown> = async () => {},
) {
  const seen: posts.Post[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(member, limit, cursor);
    seen.push(...page.posts);
    cursor = page.pagination.nextCursor;
    await between();
  } while (cursor);
  return seen;
}

async function fetchPage(member: Member, limit: number, cursor: string | null) {
  return (await member.call(posts.getFeed, { query: { limit, ...(cursor && { cursor }) } })).data;
}

test('own and followed first, then popular, then the rest, each newest first, no comments', async () => {
  const followed = await bob.post('by bob, whom alice follows');
  const plain = await carol.post('by carol, a stranger');
  const popular = await dan.post('by dan, and everybody likes it');
  const later = await carol.post('by carol, later');
  for (const member of [bob, carol, dan])
    await member.call(posts.toggleLike, { params: { postId: popular._id } });
  await bob.comment(plain._id, 'a comment is no post of the feed');
  const own = await alice.post('by alice herself');
  await carol.post('for carol’s followers', 'followers');
  const { data } = await bob.call(posts.repost, { params: { postId: later._id } });
  const ids = (await walk(alice, 2)).map((post) => post._id);
  expect(ids).toEqual([data.repost._id, own._id, followed._id, popular._id, plain._id]);
});

test('a post shows once, however many reposted it; an own repost always', async () => {
  const post = await carol.post('reposted by two');
  const on = { params: { postId: post._id } };
  const first = (await bob.call(posts.repost, on)).data.repost;
  await alice.follow(dan);
  await dan.call(posts.repost, on);
  const shown = async () =>
    (await walk(alice, 4))
      .filter(({ _id, originalPost }) => _id === post._id || originalPost?._id === post._id)
      .map(({ _id }) => _id);
  expect(await shown()).toEqual([first._id]);
  const own = (await alice.call(posts.repost, on)).data.repost;
  expect(await shown()).toEqual([own._id, first._id]);
  await alice.follow(carol);
  expect(await shown()).toEqual([own._id, post._id]);
  for (const member of [carol, dan]) await alice.call(unfollow, { params: { userId: member.id } });
  await alice.call(posts.unrepost, on);
});

test('never repeats or skips while others post and react', async () => {
  const before = await Promise.all(
    Array.from({ length: 23 }, (_, n) => (n % 2 ? bob : carol).post(`number ${n}`)),
  );
  let n = 0;
  const seen = await walk(alice, 3, async () => {
    n += 1;
    const fresh = await (n % 2 ? bob : dan).post(`meanwhile ${n}`);
    const target = before[(n * 5) % before.length] as posts.Post;
    for (const member of [bob, carol, dan])
      await member.call(posts.toggleLike, { params: { postId: target._id } });
    return fresh;
  });
  const ids = seen.map((post) => post._id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const post of before) expect(ids).toContain(post._id);
});

test('whom one starts to follow during a visit does not go missing from it', async () => {
  const fresh = await Promise.all(Array.from({ length: 6 }, (_, n) => dan.post(`by dan ${n}`)));
  let hasFollowed = false;
  const seen = await walk(alice, 2, async () => {
    if (!hasFollowed) await alice.follow(dan);
    hasFollowed = true;
  });
  const ids = seen.map((post) => post._id);
  for (const post of fresh) expect(ids).toContain(post._id);
  await alice.call(unfollow, { params: { userId: dan.id } });
});

test('page numbers read the same list', async () => {
  const whole = (await fetchPage(alice, 50, null)).posts.map((post) => post._id);
  const second = await alice.call(posts.getFeed, { query: { page: 2, limit: 5 } });
  expect(second.data.posts.map((post) => post._id)).toEqual(whole.slice(5, 10));
  expect(second.data.pagination).toMatchObject({ currentPage: 2, totalPages: 3, totalPosts: 11 });
  const beyond = await alice.call(posts.getFeed, { query: { page: 1_000, limit: 50 } });
  expect(beyond.data.posts).toEqual([]);
  expect(beyond.data.pagination.totalPages).toBeLessThan(1_000);
  const first = await fetchPage(alice, 50, null);
  const start = await fetchPage(alice, first.posts.length - 1, null);
  const rest = await fetchPage(alice, first.posts.length - 1, start.pagination.nextCursor);
  expect(rest.pagination).toMatchObject({
    currentPage: 2,
    totalPages: 2,
    totalPosts: first.posts.length,
    nextCursor: null,
  });
});

test('a cursor that is not ours is refused', async () => {
  for (const cursor of [
    'nonsense',
    'e30',
    Buffer.from('{"part":9,"id":"x","since":"y"}').toString('base64url'),
  ]) {
    expect((await refusalOf(fetchPage(alice, 5, cursor))).status).toBe(400);
  }
});

test('a page of one and a page of fifty send the same statements', async () => {
  for (let n = 0; n < 30; n += 1) await carol.post(`filler ${n}`);
  const count = async (limit: number) =>
    countStatements(app, async () => {
      const { posts: page } = await fetchPage(alice, limit, null);
      expect(page).toHaveLength(limit);
    });
  // One more where a repost is among them: for its original.
  for (const limit of [1, 10, 50]) expect(await count(limit)).toBeLessThanOrEqual(5);
});

test('whom a person blocks leaves the feed at once, either way', async () => {
  await dan.post('dan was here');
  await alice.toggleBlock(dan);
  expect((await walk(alice, 50)).map((post) => post.ownerid._id)).not.toContain(dan.id);
  expect((await walk(dan, 50)).map((post) => post.ownerid._id)).not.toContain(alice.id);
  await alice.toggleBlock(dan);
  expect((await walk(alice, 50)).map((post) => post.ownerid._id)).toContain(dan.id);
});
