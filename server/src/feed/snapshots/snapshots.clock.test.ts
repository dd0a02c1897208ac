import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import * as feed from '@roost/contract/feed';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { updateAffinity } from '../ranking/update-affinity.ts';
import { FeedCache } from '../feed-cache.ts';
import { rankPopular } from '../ranking/rank-popular.ts';
import { SNAPSHOT_TTL_MS, type FeedSnapshot } from './feed-snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';

const app = await startAppForFile();
const { ctx } = app;
const [me, friend, other, ...crowd] = (await crowdOf(app, 12, 'reader')) as [
  Member,
  Member,
  Member,
  ...Member[],
];
await me.follow(friend);
for (let n = 0; n < 30; n += 1) await (n % 3 ? friend : other).post(`post ${n}`);

async function fetchPage(member: Member, limit: number, cursor: string | null = null) {
  return (await member.call(feed.getFeed, { query: { limit, ...(cursor && { cursor }) } })).data;
}
const ids = (list: posts.Post[]) => list.map(({ _id }) => _id);

const storedLists = async (reader: Member) =>
  ctx.db
    .selectFrom('feed_snapshots')
    .select('snapshot_id')
    .where('user_id', '=', reader.id)
    .execute();

/** Empties the caches, as in another process or after a restart. */
function clearCaches(): void {
  Object.assign(ctx, { feed: new FeedCache() });
}

test('a snapshot continues in another process and after a restart', async () => {
  const whole = ids((await fetchPage(me, 30)).posts);
  const { pagination } = await fetchPage(me, 8);
  clearCaches();
  const next = await fetchPage(me, 8, pagination.nextCursor);
  expect(ids(next.posts)).toEqual(whole.slice(8, 16));
  const { data } = await me.call(feed.getFeed, { query: { page: 3, limit: 8 } });
  expect(ids(data.posts)).toEqual(whole.slice(16, 24));
});

test('a cursor works after its snapshot is lost', async () => {
  const { pagination } = await fetchPage(me, 5);
  clearCaches();
  await sql`delete from feed_snapshots`.execute(ctx.db);
  const next = await fetchPage(me, 5, pagination.nextCursor);
  expect(next.posts).toHaveLength(5);
});

test('an older snapshot continues after a newer one was made', async () => {
  const [reader] = (await crowdOf(app, 1, 'twotabs')) as [Member];
  await reader.follow(friend);
  const whole = ids((await fetchPage(reader, 30)).posts);
  const { pagination } = await fetchPage(reader, 6);
  const { _id } = await friend.post('news');
  const later = await fetchPage(reader, 6);
  expect(ids(later.posts)[0]).toBe(_id);
  expect(ids((await fetchPage(reader, 6, pagination.nextCursor)).posts)).toEqual(
    whole.slice(6, 12),
  );
});

test('a first page returns the list of another process while nothing new belongs to it', async () => {
  const shown = ids((await fetchPage(me, 10)).posts);
  const newest = async () =>
    ctx.db
      .selectFrom('feed_snapshots')
      .select('snapshot_id')
      .where('user_id', '=', me.id)
      .orderBy('snapshot_id', 'desc')
      .executeTakeFirst();
  const before = await newest();
  // The other process has received all publications for a while.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  clearCaches();
  vi.restoreAllMocks();
  expect(ids((await fetchPage(me, 10)).posts)).toEqual(shown);
  expect(await newest()).toEqual(before);
  const { _id } = await friend.post('news for both processes');
  expect(ids((await fetchPage(me, 10)).posts)[0]).toBe(_id);
});

test('first pages at the same time make one list', async () => {
  const [reader] = (await crowdOf(app, 1, 'hasty')) as [Member];
  const pages = await Promise.all([fetchPage(reader, 10), fetchPage(reader, 10)]);
  expect(ids(pages[0].posts)).toEqual(ids(pages[1].posts));
  expect(await storedLists(reader)).toHaveLength(1);
});

test('lists that are made at the same time are all stored', async () => {
  const [reader] = (await crowdOf(app, 1, 'twofold')) as [Member];
  await reader.follow(friend);
  const { since } = await fetchPage(reader, 2);
  clearCaches();
  await friend.post('newer than the first list');
  const bothAreMade = Promise.withResolvers<void>();
  const collect = vi.spyOn(ctx.feed.popularPosts, 'all').mockImplementation(async () => {
    if (collect.mock.calls.length === 2) bothAreMade.resolve();
    await bothAreMade.promise;
    return [];
  });
  const replaced = reader.call(feed.getFeed, { query: { limit: 2, since } });
  const pages = [await fetchPage(reader, 2), (await replaced).data];
  clearCaches();
  for (const { posts: first, pagination } of pages) {
    const { posts: next } = await fetchPage(reader, 2, pagination.nextCursor);
    expect(new Set(ids([...first, ...next])).size).toBe(4);
  }
  expect(await storedLists(reader)).toHaveLength(3);
});

test('a follow that happens while a list is being made makes a new list', async () => {
  const [reader] = (await crowdOf(app, 1, 'quick')) as [Member];
  vi.spyOn(ctx.feed.popularPosts, 'all').mockImplementationOnce(async () => {
    await reader.follow(friend);
    return [];
  });
  await fetchPage(reader, 10);
  vi.restoreAllMocks();
  expect(ctx.feed.snapshots.current(reader.id, 'foryou')).toBeUndefined();
});

test('a reader’s stored snapshots and pages stay few', async () => {
  const [reader] = (await crowdOf(app, 1, 'busy')) as [Member];
  await reader.follow(friend);
  for (let n = 0; n < 70; n += 1) {
    if (n % 10 === 0) await friend.post(`news ${n}`);
    await fetchPage(reader, 5);
  }
  await ctx.feed.shownPages.flush();
  // A new list deletes the pages that it does not need.
  await friend.post('the last news');
  await fetchPage(reader, 5);
  await ctx.feed.shownPages.flush();
  const counted = async (table: 'feed_snapshots' | 'feed_pages') =>
    (await ctx.db.selectFrom(table).selectAll().where('user_id', '=', reader.id).execute()).length;
  expect(await counted('feed_snapshots')).toBe(3);
  expect(await counted('feed_pages')).toBe(61);
});

test('the cache is bounded and drops the least recently used snapshots first', () => {
  const cache = new SnapshotCache();
  const snapshotOf = (n: number): FeedSnapshot => ({
    id: `snapshot ${n}`,
    userId: `user ${n}`,
    tab: 'foryou',
    slot: 0,
    previousId: null,
    startedAt: Date.now(),
    postIds: [],
    originalIds: [],
    lookBackMs: null,
    stored: Promise.resolve(),
    remaining: null,
    shownBy: null,
    checkedUpTo: 0,
    newsSince: me.id,
  });
  for (let n = 0; n < 10_000; n += 1) {
    cache.addCurrent(snapshotOf(n));
    cache.current('user 0', 'foryou');
  }
  expect(cache.find('snapshot 0', 'user 0')).toBeDefined();
  expect(cache.find('snapshot 0', 'user 1')).toBeUndefined();
  expect(cache.find('snapshot 1', 'user 1')).toBeUndefined();
  expect(cache.current('user 1', 'foryou')).toBeUndefined();
  expect(cache.find('snapshot 9999', 'user 9999')).toBeDefined();
  const held = Array.from({ length: 10_000 }, (_, n) => cache.find(`snapshot ${n}`, `user ${n}`));
  expect(held.filter(Boolean)).toHaveLength(1_000);
  cache.invalidate('user 9999');
  expect(cache.current('user 9999', 'foryou')).toBeUndefined();
  cache.addCurrent({ ...snapshotOf(1), startedAt: Date.now() - SNAPSHOT_TTL_MS });
  expect(cache.current('user 1', 'foryou')).toBeUndefined();
});

test('likes, comments and reposts raise the affinity to their author', async () => {
  const [reader] = (await crowdOf(app, 1, 'fond')) as [Member];
  const [near, far] = [crowd[0]!, crowd[1]!];
  for (const author of [near, far]) await reader.follow(author);
  const liked = await near.post('to be liked');
  await reader.call(reactions.toggleLike, { params: { postId: liked._id } });
  await reader.comment((await near.post('to be answered'))._id, 'an answer');
  await reader.call(reposts.repost, { params: { postId: (await near.post('again'))._id } });
  await fetchPage(reader, 50);
  await ctx.feed.shownPages.flush();
  await updateAffinity(ctx, reader.id);
  const { rows } = await sql<{ affinity_ids: string[]; affinity_scores: number[] }>`
    select affinity_ids, affinity_scores from feed_readers where user_id = ${reader.id}`.execute(
    ctx.db,
  );
  expect(rows[0]?.affinity_ids).toHaveLength(1);
  expect(String(rows[0]?.affinity_ids)).toContain(near.id);
  expect(rows[0]?.affinity_scores[0]).toBeCloseTo(6 / 16);
  // Without the affinity, the later of the two would be first.
  const fromNear = await near.post('by somebody close');
  const fromFar = await far.post('by somebody else');
  clearCaches();
  await sql`delete from feed_snapshots`.execute(ctx.db);
  const shown = ids((await fetchPage(reader, 50)).posts);
  expect(shown.indexOf(fromNear._id)).toBeLessThan(shown.indexOf(fromFar._id));
});

test('popular posts are public posts with several engagers', async () => {
  const open = await friend.post('draws people');
  const closed = await friend.post('draws followers', 'followers');
  const gone = await friend.post('drew people');
  const comment = await friend.comment(open._id, 'a comment that draws people');
  for (const member of crowd.slice(0, 5))
    for (const { _id } of [open, gone, comment])
      await member.call(reactions.toggleLike, { params: { postId: _id } });
  for (const member of crowd.slice(0, 5)) await member.follow(friend);
  for (const member of crowd.slice(0, 5))
    await member.call(reactions.toggleLike, { params: { postId: closed._id } });
  await friend.call(posts.deletePost, { params: { postId: gone._id } });
  await rankPopular(ctx);
  const { rows } = await sql<{ post_id: string; engager_count: number }>`
    select post_id, engager_count from popular_posts`.execute(ctx.db);
  expect(rows).toEqual([{ post_id: open._id, engager_count: 5 }]);
});

test('a clock that was set back does not invalidate newer snapshots', () => {
  const cache = new SnapshotCache();
  const now = vi.spyOn(Date, 'now').mockReturnValue(7_200_000);
  cache.invalidate('ann');
  const before = { userId: 'ann', startedAt: 7_200_001 };
  now.mockReturnValue(3_600_000);
  expect(cache.isValid(before)).toBe(false);
  expect(cache.isValid({ userId: 'ann', startedAt: 3_600_000 })).toBe(true);
  cache.invalidate('ann');
  expect(cache.isValid({ userId: 'ann', startedAt: 3_600_000 })).toBe(false);
  now.mockRestore();
});
