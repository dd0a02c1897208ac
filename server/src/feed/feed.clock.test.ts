// Long because its tests share their helpers.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import * as feed from '@roost/contract/feed';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile, startAppForTest, type TestApp } from '../../test/support/app.ts';
import { castOf, crowdOf, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { FeedCache } from './feed-cache.ts';
import { countStatements } from '../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);
await alice.follow(bob);

async function walk(
  member: Member,
  limit: number,
  between: () => Promise<unknown> = async () => {},
  tab: feed.FeedTab = 'foryou',
) {
  const seen: posts.Post[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(member, limit, cursor, tab);
    seen.push(...page.posts);
    cursor = page.pagination.nextCursor;
    await between();
  } while (cursor);
  return seen;
}

async function fetchPage(
  member: Member,
  limit: number,
  cursor: string | null = null,
  tab: feed.FeedTab = 'foryou',
) {
  return (await member.call(feed.getFeed, { query: { limit, tab, ...(cursor && { cursor }) } }))
    .data;
}

const ids = (list: posts.Post[]) => list.map(({ _id }) => _id);
const idsOf = async (member: Member, limit = 50) => ids((await fetchPage(member, limit)).posts);

/** A new person who has seen no posts. */
let newcomers = 0;
async function newcomer(at: TestApp = app): Promise<Member> {
  newcomers += 1;
  return (await crowdOf(at, 1, `newcomer${newcomers}n`))[0]!;
}

test('shows an own post, then posts by engagement, affinity and age, but no comments', async () => {
  const popular = await dan.post('by dan, and everybody likes it');
  const plain = await carol.post('by carol, a stranger');
  const followed = await bob.post('by bob, whom alice follows');
  for (const member of await crowdOf(app, 30, 'likers'))
    await member.call(reactions.toggleLike, { params: { postId: popular._id } });
  await bob.comment(plain._id, 'a comment is no post of the feed');
  const own = await alice.post('by alice herself');
  await carol.post('for carol’s followers', 'followers');
  const seen = ids(await walk(alice, 2));
  expect(seen).toEqual([own, popular, followed, plain].map(({ _id }) => _id));
});

test('no page of ‘Following’ repeats a post that the reader reposted, also far behind the list', async () => {
  const me = await newcomer();
  await me.follow(carol);
  const made: posts.Post[] = [];
  for (let n = 0; n < 12; n += 1) made.push(await carol.post(`by carol ${n}`));
  const [oldest, newest] = [made[0]!, made[11]!];
  const own: string[] = [];
  for (const { _id: postId } of [oldest, newest])
    own.unshift((await me.call(reposts.repost, { params: { postId } })).data.repost._id);
  const expected = [...own, ...ids(made.slice(1, 11).toReversed())];
  const known = new Set([...expected, oldest._id, newest._id]);
  const shown = (list: posts.Post[]) => ids(list).filter((id) => known.has(id));
  expect(shown(await walk(me, 5, undefined, 'following'))).toEqual(expected);
  // The stored list now ends after its first post. The others come from behind it.
  const first = await fetchPage(me, 1, null, 'following');
  const stored = app.ctx.db
    .selectFrom('feed_snapshots')
    .select(['post_ids', 'original_ids'])
    .where('user_id', '=', me.id)
    .where('tab', '=', 'following');
  const { post_ids, original_ids } = await stored.executeTakeFirstOrThrow();
  await app.ctx.db
    .updateTable('feed_snapshots')
    .set({ post_ids: post_ids.slice(0, 1), original_ids: original_ids.slice(0, 1) })
    .where('user_id', '=', me.id)
    .where('tab', '=', 'following')
    .execute();
  Object.assign(app.ctx, { feed: new FeedCache() });
  const behind = await fetchPage(me, 20, first.pagination.nextCursor, 'following');
  expect(shown([...first.posts, ...behind.posts])).toEqual(expected);
});

test('a repeated first page and a page by number read the same list', async () => {
  const me = await newcomer();
  for (let n = 0; n < 12; n += 1) await (n % 2 ? bob : carol).post(`steady ${n}`);
  const whole = await idsOf(me);
  expect(await idsOf(me, 5)).toEqual(whole.slice(0, 5));
  expect(await idsOf(me)).toEqual(whole);
  const second = await me.call(feed.getFeed, { query: { page: 2, limit: 5 } });
  expect(ids(second.data.posts)).toEqual(whole.slice(5, 10));
  expect(second.data.pagination).toMatchObject({ currentPage: 2, totalPages: 3, totalPosts: 11 });
  const beyond = await me.call(feed.getFeed, { query: { page: 1_000, limit: 50 } });
  expect(beyond.data.posts).toEqual([]);
  expect(beyond.data.pagination.totalPages).toBeLessThan(1_000);
  const start = await fetchPage(me, whole.length - 1);
  const rest = await fetchPage(me, whole.length - 1, start.pagination.nextCursor);
  expect(rest.pagination).toMatchObject({
    currentPage: 2,
    totalPages: 2,
    totalPosts: whole.length,
    nextCursor: null,
  });
});

test('a missing or unknown tab means ‘For you’', async () => {
  const me = await newcomer();
  await me.follow(bob);
  await bob.post('of a tab');
  const whole = await idsOf(me);
  for (const tab of [undefined, 'nonsense', ''] as (feed.FeedTab | undefined)[]) {
    const { data } = await me.call(feed.getFeed, {
      query: { limit: 50, ...(tab !== undefined && { tab }) },
    });
    expect(ids(data.posts)).toEqual(whole);
  }
});

test('a first page shows news by followed people, the reader and strangers at once', async () => {
  const me = await newcomer();
  await me.follow(bob);
  await idsOf(me);
  for (const author of [bob, carol, me, dan, bob]) {
    const { _id } = await author.post(`news by ${author.username}`);
    expect(await idsOf(me, 20)).toContain(_id);
    expect(ids((await fetchPage(me, 5, null, 'following')).posts).includes(_id)).toBe(
      author === bob || author === me,
    );
  }
  const { _id } = await me.post('the newest is my own');
  expect((await idsOf(me, 1))[0]).toBe(_id);
});

test('a later snapshot shows unseen posts before seen posts and loses none', async () => {
  const me = await newcomer();
  await me.follow(bob);
  const all = ids(await walk(me, 10));
  const fresh = await bob.post('after all the others');
  // While the reader stays, posts that they have just seen keep their score.
  const now = ids(await walk(me, 10));
  expect(now[0]).toBe(fresh._id);
  expect(now).not.toEqual(now.toSorted().reverse());
  await app.ctx.feed.shownPages.flush();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  try {
    const last = await bob.post('half an hour later');
    const again = ids(await walk(me, 10));
    expect(again).toHaveLength(all.length + 2);
    expect(new Set(again)).toEqual(new Set([last._id, fresh._id, ...all]));
    // All posts were seen, so the order is by time.
    expect(again).toEqual(again.toSorted().reverse());
  } finally {
    vi.useRealTimers();
  }
});

test('a later visit shows the posts that an earlier one has shown only behind all others', async () => {
  const me = await newcomer();
  await me.follow(bob);
  const seen = ids((await fetchPage(me, 10)).posts);
  expect(seen).toHaveLength(10);
  // A reload of the visit finds the same list, so the client can return to the position.
  expect(ids((await fetchPage(me, 10)).posts)).toEqual(seen);
  await app.ctx.feed.shownPages.flush();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  try {
    const again = ids(await walk(me, 10));
    const firstSeen = again.findIndex((id) => seen.includes(id));
    expect(new Set(again.slice(firstSeen))).toEqual(new Set(seen));
    expect(firstSeen).toBeGreaterThan(10);
  } finally {
    vi.useRealTimers();
  }
});

test('several reposts show a post once, and an own repost stands for all of them', async () => {
  const post = await carol.post('reposted by two');
  const on = { params: { postId: post._id } };
  const first = (await bob.call(reposts.repost, on)).data.repost;
  await dan.call(reposts.repost, on);
  const shownTo = async (follow: Member[], isOwn = false) => {
    const me = await newcomer();
    for (const member of follow) await me.follow(member);
    const own = isOwn ? (await me.call(reposts.repost, on)).data.repost._id : undefined;
    const shown = (await walk(me, 4)).filter(
      ({ _id, originalPost }) => _id === post._id || originalPost?._id === post._id,
    );
    if (own) await me.call(reposts.unrepost, on);
    return ids(shown).map((id) => (id === own ? 'own' : id));
  };
  expect(await shownTo([bob, dan])).toEqual([first._id]);
  expect(await shownTo([bob, dan], true)).toEqual(['own']);
  expect(await shownTo([bob, carol, dan])).toEqual([post._id]);
  expect(await shownTo([bob, carol, dan], true)).toEqual(['own']);
  expect(await shownTo([])).toEqual([post._id]);
  expect(await shownTo([], true)).toEqual(['own']);
  await dan.call(reposts.unrepost, on);
});

test.each(['foryou', 'following'] as const)(
  'pages neither repeat nor skip posts while others post and react: %s',
  async (tab) => {
    const me = await newcomer();
    for (const member of [bob, carol]) await me.follow(member);
    const before = await Promise.all(
      Array.from({ length: 23 }, (_, n) => (n % 2 ? bob : carol).post(`number ${n}`)),
    );
    let n = 0;
    const seen = await walk(
      me,
      3,
      async () => {
        n += 1;
        await (n % 2 ? bob : dan).post(`meanwhile ${n}`);
        // Another browser tab reads the feed, too.
        if (n % 3 === 0) await fetchPage(me, 5, null, tab);
        const target = before[(n * 5) % before.length] as posts.Post;
        for (const member of [bob, carol, dan])
          await member.call(reactions.toggleLike, { params: { postId: target._id } });
      },
      tab,
    );
    expect(new Set(ids(seen)).size).toBe(seen.length);
    for (const { _id } of before) expect(ids(seen)).toContain(_id);
  },
);

test('a follow during a snapshot does not remove posts from it', async () => {
  const me = await newcomer();
  const fresh = await Promise.all(Array.from({ length: 6 }, (_, n) => dan.post(`by dan ${n}`)));
  let hasFollowed = false;
  const seen = await walk(me, 2, async () => {
    if (!hasFollowed) await me.follow(dan);
    hasFollowed = true;
  });
  for (const { _id } of fresh) expect(ids(seen)).toContain(_id);
});

test('‘Following’ shows all posts and reposts by followed people and the reader, by time', async () => {
  const me = await newcomer();
  await carol.post('by somebody not followed');
  for (const member of [bob, dan]) await me.follow(member);
  const closed = await bob.post('for bob’s followers', 'followers');
  const { _id: theirs } = await carol.post('reposted by dan');
  const { repost } = (await dan.call(reposts.repost, { params: { postId: theirs } })).data;
  const mine = await me.post('my own');
  await bob.comment(mine._id, 'no comments');
  const seen = await walk(me, 7, undefined, 'following');
  expect(ids(seen).slice(0, 3)).toEqual([mine._id, repost._id, closed._id]);
  expect(ids(seen)).toEqual(ids(seen).toSorted().reverse());
  const authors = new Set(seen.map(({ ownerid }) => ownerid._id));
  expect(authors).toEqual(new Set([me.id, bob.id, dan.id]));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts where parent_id is null and deleted_at is null
      and author_id = any(${[me.id, bob.id, dan.id]}::uuid[])`.execute(app.ctx.db);
  expect(seen.length).toBe(rows[0]?.count);
  expect(ids((await fetchPage(me, 50, null, 'following')).posts)).toEqual(ids(seen).slice(0, 50));
});

test('a reader who follows nobody sees all public posts to the end', async () => {
  const me = await newcomer();
  const seen = ids(await walk(me, 20));
  const { rows } = await sql<{ id: string }>`
    select id from posts where parent_id is null and repost_of_id is null and deleted_at is null
      and visibility = 'public'`.execute(app.ctx.db);
  expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(seen.length).toBe(rows.length);
  expect((await fetchPage(me, 10, null, 'following')).posts).toEqual([]);
});

test('a forged or outdated cursor is refused', async () => {
  const id = alice.id;
  for (const cursor of [
    'nonsense',
    'e30',
    Buffer.from('{"part":9,"id":"x","since":"y"}').toString('base64url'),
    Buffer.from(
      JSON.stringify({ after: { part: 1, id, since: '2026-01-01 00:00:00+00' }, passed: 10 }),
    ).toString('base64url'),
  ])
    expect((await refusalOf(fetchPage(alice, 5, cursor))).status).toBe(400);
});

test('a cursor of another reader is refused', async () => {
  const [me, other] = [await newcomer(), await newcomer()];
  await other.follow(bob);
  const { pagination } = await fetchPage(other, 2);
  expect((await refusalOf(fetchPage(me, 50, pagination.nextCursor))).status).toBe(400);
});

test('the size and position of a page do not change the number of statements', async () => {
  for (let n = 0; n < 100; n += 1) await carol.post(`filler ${n}`);
  const count = async (member: Member, limit: number, cursor: string | null = null) =>
    countStatements(app, async () => {
      const { posts: page } = await fetchPage(member, limit, cursor);
      expect(page).toHaveLength(limit);
    });
  const shown = await count(alice, 1);
  expect(await count(alice, 50)).toBe(shown);
  const { pagination } = await fetchPage(alice, 20);
  expect(await count(alice, 20, pagination.nextCursor)).toBe(shown);
  expect(shown).toBeLessThanOrEqual(2);
});

test('the next page leaves out posts that a deletion, block or unfollow has hidden', async () => {
  const fresh = await startAppForTest();
  const [me, friend, enemy, stranger] = (await crowdOf(fresh, 4, 'pages')) as [
    Member,
    Member,
    Member,
    Member,
  ];
  for (const other of [friend, enemy]) await me.follow(other);
  const closed = await friend.post('for followers', 'followers');
  for (let n = 0; n < 8; n += 1) {
    await enemy.post(`by the enemy ${n}`);
    await stranger.post(`by a stranger ${n}`);
    await friend.post(`by a friend ${n}`, n % 2 ? 'followers' : 'public');
  }
  const whole = await fetchPage(me, 50);
  expect(whole.posts).toHaveLength(25);
  const first = await fetchPage(me, 2);
  const left = whole.posts.slice(2);
  const gone = left.find(({ ownerid }) => ownerid._id === stranger.id)!;
  await stranger.call(posts.deletePost, { params: { postId: gone._id } });
  await enemy.toggleBlock(me);
  await me.call(unfollow, { params: { userId: friend.id } });
  const expected = left.filter(
    ({ _id, ownerid, visibility }) =>
      _id !== gone._id && ownerid._id !== enemy.id && visibility === 'public',
  );
  const next = await fetchPage(me, 6, first.pagination.nextCursor);
  expect(ids(next.posts)).toEqual(ids(expected).slice(0, 6));
  const rest: posts.Post[] = [];
  for (let cursor = next.pagination.nextCursor; cursor;) {
    const page = await fetchPage(me, 6, cursor);
    rest.push(...page.posts);
    cursor = page.pagination.nextCursor;
  }
  expect(ids([...next.posts, ...rest])).toEqual(ids(expected));
  expect(await idsOf(me)).not.toContain(closed._id);
});

test('a block removes both people from each other’s feed at once', async () => {
  await dan.post('dan was here');
  await alice.toggleBlock(dan);
  expect((await walk(alice, 50)).map((post) => post.ownerid._id)).not.toContain(dan.id);
  expect((await walk(dan, 50)).map((post) => post.ownerid._id)).not.toContain(alice.id);
  await alice.toggleBlock(dan);
  expect((await walk(alice, 50)).map((post) => post.ownerid._id)).toContain(dan.id);
});
