import * as reposts from '@roost/contract/reposts';
import * as feed from '@roost/contract/feed';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { MAX_FOLLOWED_WITHOUT_TIMELINE } from '../load-reader.ts';
import { retryFanOuts } from './fan-out.ts';
import { HIGH_FAN_OUT_FOLLOWERS, cleanUpTimelines } from './update-timeline.ts';
import { deleteTimeline } from './timeline.queries.ts';

const app = await startAppForFile();
const { ctx } = app;
const authors = await crowdOf(app, MAX_FOLLOWED_WITHOUT_TIMELINE + 20, 'author');
const [me, other] = (await crowdOf(app, 2, 'reader')) as [Member, Member];
const [one, two, three] = authors as [Member, Member, Member];

async function followMany(reader: Member, members: Member[]): Promise<void> {
  await sql`insert into follows (follower_id, followee_id)
    select ${reader.id}::uuid, unnest(${members.map(({ id }) => id)}::uuid[])`.execute(ctx.db);
  await sql`update user_stats set followers_count = followers_count + 1
    where user_id = any(${members.map(({ id }) => id)}::uuid[])`.execute(ctx.db);
  await sql`update user_stats set following_count = ${members.length} where user_id = ${reader.id}`.execute(
    ctx.db,
  );
}

async function feedOf(reader: Member, tab: feed.FeedTab = 'following') {
  const { data } = await reader.call(feed.getFeed, { query: { limit: 50, tab } });
  return data.posts.map(({ _id }) => _id);
}

async function timelineOf(reader: Member): Promise<string[]> {
  await ctx.feed.fanOut.flush();
  const { rows } = await sql<{ post_id: string }>`
    select post_id from timelines where user_id = ${reader.id} order by post_id desc`.execute(
    ctx.db,
  );
  return rows.map(({ post_id }) => post_id);
}

const countPendingFanOuts = async () =>
  (await sql`select from fan_outs`.execute(ctx.db)).rows.length;

test('only readers who follow many people get a timeline of their posts; on shards, all readers do', async () => {
  const old = await one.post('before anybody read');
  await followMany(other, [one, two]);
  await followMany(me, authors.slice(0, MAX_FOLLOWED_WITHOUT_TIMELINE + 10));
  expect(await feedOf(other)).toEqual([old._id]);
  expect(await timelineOf(other)).toEqual(ctx.shards ? [old._id] : []);
  expect(await feedOf(me)).toEqual([old._id]);
  expect(await timelineOf(me)).toEqual([old._id]);
  const open = await two.post('and one for all');
  const closed = await two.post('and one for followers', 'followers');
  const { repost } = (await three.call(reposts.repost, { params: { postId: old._id } })).data;
  // The feed shows both posts before the fan-out.
  expect((await feedOf(me)).slice(0, 2)).toEqual([closed._id, open._id]);
  expect(await timelineOf(me)).toEqual([repost._id, closed._id, open._id, old._id]);
  expect(await countPendingFanOuts()).toBe(0);
  expect(await feedOf(me)).toEqual([closed._id, open._id, old._id]);
  expect(await feedOf(me, 'foryou')).toEqual(
    expect.arrayContaining([closed._id, open._id, old._id]),
  );
});

test('a rebuilt timeline equals the stored one', async () => {
  for (let n = 0; n < 30; n += 1)
    await authors[n % 7]!.post(`number ${n}`, n % 3 ? 'public' : 'followers');
  const kept = await timelineOf(me);
  expect(kept.length).toBeGreaterThan(30);
  await deleteTimeline(ctx, me.id);
  expect(await timelineOf(me)).toEqual([]);
  ctx.feed.snapshots.invalidate(me.id);
  await feedOf(me);
  expect(await timelineOf(me)).toEqual(kept);
});

test('a follow adds posts at once, and an unfollow or block removes them', async () => {
  const late = authors.at(-1)!;
  const { _id: before } = await late.post('from before they were followed');
  await me.follow(late);
  expect(await feedOf(me)).toContain(before);
  const { _id: after } = await late.post('and from after it');
  expect((await feedOf(me))[0]).toBe(after);
  expect(await timelineOf(me)).toEqual(expect.arrayContaining([before, after]));
  await me.call(unfollow, { params: { userId: late.id } });
  const rest = await feedOf(me);
  for (const id of [before, after]) expect(rest).not.toContain(id);
  for (const id of [before, after]) expect(await timelineOf(me)).not.toContain(id);
  const own = await two.post('soon out of sight');
  await timelineOf(me);
  await two.toggleBlock(me);
  expect(await feedOf(me)).not.toContain(own._id);
  expect(await timelineOf(me)).not.toContain(own._id);
  await two.toggleBlock(me);
});

test('the job finishes a fan-out after a crash, and only once', async () => {
  const { _id } = await one.post('somebody pulled the plug');
  await ctx.feed.fanOut.flush();
  await sql`delete from timelines where post_id = ${_id}`.execute(ctx.db);
  await sql`insert into fan_outs (author_id, post_id, created_at)
    values (${one.id}, ${_id}, now() - interval '1 minute')`.execute(ctx.db);
  await retryFanOuts(ctx);
  await retryFanOuts(ctx);
  expect((await timelineOf(me)).filter((id) => id === _id)).toEqual([_id]);
  expect(await countPendingFanOuts()).toBe(0);
});

test('the transaction of a post inserts its pending fan-out', async () => {
  const statements = app.statements;
  statements.length = 0;
  await one.post('one more');
  const begin = statements.indexOf('begin');
  const insert = statements.findIndex((text) => /into "?fan_outs/.test(text));
  expect(insert).toBeGreaterThan(begin);
  expect(insert).toBeLessThan(statements.indexOf('commit'));
});

test('followers see posts by high fan-out authors without timeline rows', async () => {
  await sql`update user_stats set followers_count = ${HIGH_FAN_OUT_FOLLOWERS} where user_id = ${three.id}`.execute(
    ctx.db,
  );
  const { _id } = await three.post('to thousands');
  expect(await timelineOf(me)).not.toContain(_id);
  expect((await feedOf(me))[0]).toBe(_id);
  // The shared list has the post, too.
  ctx.feed.highFanOutPosts.forget();
  const { rows } = await sql<{ post_id: string }>`select post_id from high_fan_out_posts`.execute(
    ctx.db,
  );
  expect(rows.map(({ post_id }) => post_id)).toEqual([_id]);
  expect((await ctx.feed.highFanOutPosts.all(ctx)).map(({ id }) => id)).toEqual([_id]);
});

test('a reader who was away for 30 days loses the timeline, but no posts', async () => {
  const before = await feedOf(me);
  await sql`update feed_readers set read_at = now() - interval '31 days' where user_id = ${me.id}`.execute(
    ctx.db,
  );
  await cleanUpTimelines(ctx);
  expect(await timelineOf(me)).toEqual([]);
  const { _id } = await one.post('while they were away');
  expect(await timelineOf(me)).toEqual([]);
  expect(await feedOf(me)).toEqual([_id, ...before].slice(0, 50));
  expect(await timelineOf(me)).toContain(_id);
});

test('a timeline is trimmed to 800 posts', async () => {
  const [trimmed] = (await crowdOf(app, 1, 'trimmed')) as [Member];
  await sql`insert into timelines (user_id, post_id, author_id)
    select ${trimmed.id}::uuid, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${one.id}::uuid
    from generate_series(1, 1000) as n`.execute(ctx.db);
  await cleanUpTimelines(ctx);
  const kept = await timelineOf(trimmed);
  expect(kept).toHaveLength(800);
  expect(kept[0]).toMatch(/001000$/);
});
