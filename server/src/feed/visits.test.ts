import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../test/app.ts';
import { crowdOf, type Member } from '../../test/cast.ts';
import { findCloseness } from './closeness.ts';
import { FeedMemory } from './feed-memory.ts';
import { packIds } from './packed-ids.ts';
import { rankPopular } from './rank-popular.ts';
import { VISIT_LASTS, Visits, type Visit } from './visits.ts';

const app = await startAppForFile();
const { ctx } = app;
const [me, friend, other, ...crowd] = (await crowdOf(app, 12, 'visitor')) as [
  Member,
  Member,
  Member,
  ...Member[],
];
await me.follow(friend);
for (let n = 0; n < 30; n += 1) await (n % 3 ? friend : other).post(`post ${n}`);

async function fetchPage(member: Member, limit: number, cursor: string | null = null) {
  return (await member.call(posts.getFeed, { query: { limit, ...(cursor && { cursor }) } })).data;
}
const ids = (list: posts.Post[]) => list.map(({ _id }) => _id);

/** As another process has it, or this one after it was started anew. */
function forgetAll(): void {
  Object.assign(ctx, { feed: new FeedMemory() });
}

test('another process goes on with a visit, and so does this one when it is started anew', async () => {
  const whole = ids((await fetchPage(me, 30)).posts);
  const { pagination } = await fetchPage(me, 8);
  await ctx.feed.notes.flush(ctx);
  forgetAll();
  const next = await fetchPage(me, 8, pagination.nextCursor);
  expect(ids(next.posts)).toEqual(whole.slice(8, 16));
  const { data } = await me.call(posts.getFeed, { query: { page: 3, limit: 8 } });
  expect(ids(data.posts)).toEqual(whole.slice(16, 24));
});

test('a visit that nobody remembers leads on all the same', async () => {
  const { pagination } = await fetchPage(me, 5);
  await ctx.feed.notes.flush(ctx);
  forgetAll();
  await sql`delete from feed_visits`.execute(ctx.db);
  const next = await fetchPage(me, 5, pagination.nextCursor);
  expect(next.posts).toHaveLength(5);
});

test('an earlier visit is gone on with after a later one has begun', async () => {
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

test('a page writes nothing before it is answered', async () => {
  await fetchPage(me, 10);
  await ctx.feed.notes.flush(ctx);
  app.statements.length = 0;
  const { pagination } = await fetchPage(me, 5);
  await fetchPage(me, 5, pagination.nextCursor);
  const writes = app.statements.filter((text) => /^\s*(insert|update|delete|begin)/i.test(text));
  expect(writes).toEqual([]);
});

test('what a process holds of visits is bounded, the longest unused go first', () => {
  const visits = new Visits();
  const list = packIds(Array.from({ length: 300 }, () => me.id));
  const visitOf = (n: number): Visit => ({
    id: `visit ${n}`,
    userId: `user ${n}`,
    tab: 'foryou',
    startedAt: Date.now(),
    isFull: true,
    list,
    originals: Buffer.alloc(0),
    heard: 0,
    followed: new Set(),
    tail: null,
    shown: null,
  });
  for (let n = 0; n < 10_000; n += 1) {
    visits.add(visitOf(n));
    visits.current('user 0', 'foryou');
  }
  expect(visits.find('visit 0', 'user 0')).toBeDefined();
  expect(visits.find('visit 0', 'user 1')).toBeUndefined();
  expect(visits.find('visit 1', 'user 1')).toBeUndefined();
  expect(visits.find('visit 9999', 'user 9999')).toBeDefined();
  const held = Array.from({ length: 10_000 }, (_, n) => visits.find(`visit ${n}`, `user ${n}`));
  expect(held.filter(Boolean).length * list.length).toBeLessThan(16_000_000);
  visits.outdate('user 9999');
  expect(visits.current('user 9999', 'foryou')).toBeUndefined();
  const old = { ...visitOf(1), startedAt: Date.now() - VISIT_LASTS };
  expect(visits.isValid(old)).toBe(false);
});

test('whom somebody likes, answers and reposts is close to them', async () => {
  const [reader] = (await crowdOf(app, 1, 'fond')) as [Member];
  const [near, far] = [crowd[0]!, crowd[1]!];
  for (const author of [near, far]) await reader.follow(author);
  const liked = await near.post('to be liked');
  await reader.call(posts.toggleLike, { params: { postId: liked._id } });
  await reader.comment((await near.post('to be answered'))._id, 'an answer');
  await reader.call(posts.repost, { params: { postId: (await near.post('again'))._id } });
  await fetchPage(reader, 50);
  await ctx.feed.notes.flush(ctx);
  await findCloseness(ctx, reader.id);
  const { rows } = await sql<{ close_ids: string[]; close_scores: number[] }>`
    select close_ids, close_scores from feed_readers where user_id = ${reader.id}`.execute(ctx.db);
  expect(rows[0]?.close_ids).toHaveLength(1);
  expect(String(rows[0]?.close_ids)).toContain(near.id);
  expect(rows[0]?.close_scores[0]).toBeCloseTo(6 / 16);
  // Nothing else is known of either, and the later one would be first.
  const fromNear = await near.post('by somebody close');
  const fromFar = await far.post('by somebody else');
  forgetAll();
  await sql`delete from feed_visits`.execute(ctx.db);
  const shown = ids((await fetchPage(reader, 50)).posts);
  expect(shown.indexOf(fromNear._id)).toBeLessThan(shown.indexOf(fromFar._id));
});

test('popular is what is public and drew different people', async () => {
  const open = await friend.post('draws people');
  const closed = await friend.post('draws followers', 'followers');
  const gone = await friend.post('drew people');
  const comment = await friend.comment(open._id, 'a comment that draws people');
  for (const member of crowd.slice(0, 5))
    for (const { _id } of [open, gone, comment])
      await member.call(posts.toggleLike, { params: { postId: _id } });
  for (const member of crowd.slice(0, 5)) await member.follow(friend);
  for (const member of crowd.slice(0, 5))
    await member.call(posts.toggleLike, { params: { postId: closed._id } });
  await friend.call(posts.deletePost, { params: { postId: gone._id } });
  await rankPopular(ctx);
  const { rows } = await sql<{ post_id: string; people: number }>`
    select post_id, people from popular_posts`.execute(ctx.db);
  expect(rows).toEqual([{ post_id: open._id, people: 5 }]);
});
