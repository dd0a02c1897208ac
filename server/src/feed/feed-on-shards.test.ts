import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as feed from '@roost/contract/feed';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { FeedCache } from './feed-cache.ts';
import { postsByAuthors } from './feed-post.queries.ts';
import { findCandidatesOnShards } from './ranking/find-candidates-on-shards.ts';

const app = await startAppForFile();
const { ctx } = app;
// The app chooses the statements for shards. They work on one machine, too.
Object.assign(ctx, { shards: { away: [], close: () => {} } });

async function newReader(name: string, followed: Member[]): Promise<Member> {
  const [reader] = (await crowdOf(app, 1, name)) as [Member];
  for (const member of followed) await reader.follow(member);
  return reader;
}

async function feedOf(reader: Member, tab: feed.FeedTab = 'following') {
  const { data } = await reader.call(feed.getFeed, { query: { limit: 50, tab } });
  return data.posts.map(({ _id }) => _id);
}

const [one, two] = (await crowdOf(app, 2, 'author')) as [Member, Member];
const first = await one.post('the first');
const second = await two.post('the second');

test('a reader who follows few people has a timeline, with the same posts', async () => {
  const reader = await newReader('few', [one, two]);
  expect(await feedOf(reader)).toEqual([second._id, first._id]);
  const { rows } = await sql`select from timelines where user_id = ${reader.id}`.execute(ctx.db);
  expect(rows).toHaveLength(2);
  const { _id: third } = await one.post('the third');
  expect(await feedOf(reader)).toEqual([third, second._id, first._id]);
  await ctx.feed.fanOut.flush();
  expect(await feedOf(reader)).toEqual([third, second._id, first._id]);
  await reader.call(unfollow, { params: { userId: one.id } });
  expect(await feedOf(reader)).toEqual([second._id]);
});

test('‘For you’ ranks by the engagement that the process knows', async () => {
  const liked = await two.post('liked by many');
  const plain = await two.post('not liked');
  for (const member of await crowdOf(app, 8, 'likers'))
    await member.call(reactions.toggleLike, { params: { postId: liked._id } });
  Object.assign(ctx, { feed: new FeedCache() });
  const shown = await feedOf(await newReader('ranked', [two]), 'foryou');
  expect(shown).toEqual(expect.arrayContaining([liked._id, plain._id]));
  expect(shown.indexOf(liked._id)).toBeLessThan(shown.indexOf(plain._id));
});

test('looks up the original of a new repost that the process does not know', async () => {
  const { repost } = (await two.call(reposts.repost, { params: { postId: first._id } })).data;
  Object.assign(ctx.feed.publications, { latest: async () => [] });
  const selection = postsByAuthors([two.id], { after: second._id, limit: 10 });
  const find = async (newsAfter: string) =>
    (await findCandidatesOnShards(ctx, selection, newsAfter)).engagement.get(first._id);
  expect(await find(second._id)).toEqual({ id: first._id, authorId: one.id, engagers: 1 });
  expect(await find(repost._id)).toBeUndefined();
});
