import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getFeed, showLess, undoShowLess, type FeedTab } from '@roost/contract/feed';
import { deletePost, type Post } from '@roost/contract/posts';
import { toggleLike } from '@roost/contract/reactions';
import { repost } from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { deleteOldLess } from './less.queries.ts';
import { loadReader } from '../load-reader.ts';
import { asPerson } from '../../auth/as-person.ts';

const app = await startAppForFile();
let crowds = 0;

async function crowd(): Promise<[Member, Member, Member]> {
  crowds += 1;
  return (await crowdOf(app, 3, `crowd${crowds}n`)) as [Member, Member, Member];
}

const feedOf = async (reader: Member, tab: FeedTab = 'foryou') =>
  (await reader.call(getFeed, { query: { limit: 50, tab } })).data.posts;
const ids = (posts: readonly Post[]) => posts.map(({ _id }) => _id);
const less = async (reader: Member, postId: string) =>
  reader.call(showLess, { params: { postId } });
const undo = async (reader: Member, postId: string) =>
  reader.call(undoShowLess, { params: { postId } });
const lessOf = async (reader: Member) =>
  (await loadReader(asPerson(app.ctx, reader.id), 'foryou')).less;

test('For you leaves the post out at once, and Undo brings it back', async () => {
  const [reader, author, other] = await crowd();
  await reader.follow(author);
  const bad = await author.post('not this');
  const good = await other.post('but this');
  expect(ids(await feedOf(reader))).toEqual(expect.arrayContaining([bad._id, good._id]));
  await less(reader, bad._id);
  await less(reader, bad._id);
  expect(ids(await feedOf(reader))).not.toContain(bad._id);
  expect(ids(await feedOf(reader, 'following'))).toContain(bad._id);
  expect(ids(await feedOf(other))).toContain(bad._id);
  await undo(reader, bad._id);
  await undo(reader, bad._id);
  expect(ids(await feedOf(reader))).toContain(bad._id);
});

test('the author weighs less and is no news, until 14 days are over', async () => {
  const [reader, author, other] = await crowd();
  for (const each of [author, other]) await reader.follow(each);
  const bad = await author.post('not this');
  await feedOf(reader);
  await less(reader, bad._id);
  const liked = await author.post('newer, and liked');
  const plain = await other.post('plain');
  const later = await author.post('the newest');
  const order = ids(await feedOf(reader)).filter((id) =>
    [liked._id, plain._id, later._id].includes(id),
  );
  expect(order).toEqual([plain._id, later._id, liked._id]);
  await app.ctx.db
    .updateTable('less_shown')
    .set({ created_at: sql`now() - interval '15 days'` })
    .where('user_id', '=', reader.id)
    .execute();
  expect((await lessOf(reader)).authors.size).toBe(0);
  await less(reader, plain._id);
  const kept = await app.ctx.db
    .selectFrom('less_shown')
    .select('post_id')
    .where('user_id', '=', reader.id)
    .execute();
  expect(kept).toEqual([{ post_id: plain._id }]);
});

test('on a repost it counts for the author of the original, and for reposts', async () => {
  const [reader, author, friend] = await crowd();
  await reader.follow(friend);
  const post = await author.post('shared');
  const { repost: shared } = (await friend.call(repost, { params: { postId: post._id } })).data;
  await less(reader, shared._id);
  const { posts, authors, kinds } = await lessOf(reader);
  expect([...posts]).toEqual([post._id]);
  expect([...authors]).toEqual([[author.id, 1]]);
  expect([...kinds]).toEqual([['reposted', 1]]);
  expect(ids(await feedOf(reader))).not.toContain(shared._id);
  await undo(reader, shared._id);
  expect((await lessOf(reader)).posts.size).toBe(0);
});

test('own, missing and hidden posts are refused, and a deleted one can be undone', async () => {
  const [reader, author] = await crowd();
  const own = await reader.post('own');
  expect((await refusalOf(less(reader, own._id))).body.code).toBe('self_action');
  const closed = await author.post('for followers', 'followers');
  const [hidden, absent] = [
    await refusalOf(less(reader, closed._id)),
    await refusalOf(less(reader, NOBODY)),
  ];
  expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
  expect(hidden.status).toBe(404);
  const post = await author.post('soon gone');
  await less(reader, post._id);
  await author.call(deletePost, { params: { postId: post._id } });
  await undo(reader, post._id);
  expect((await lessOf(reader)).posts.size).toBe(0);
});

test('the reason tells only what the reader can see', async () => {
  const [reader, author, friend] = await crowd();
  await reader.follow(friend);
  const own = await reader.post('own');
  const public_ = await author.post('public');
  const popular = await author.post('popular');
  const followed = await friend.post('followed');
  const outside = await author.post('shared');
  const { repost: shared } = (await friend.call(repost, { params: { postId: outside._id } })).data;
  // The friend likes it. A reason never says so.
  await friend.call(toggleLike, { params: { postId: public_._id } });
  for (const member of await crowdOf(app, 3, 'popular'))
    await member.call(toggleLike, { params: { postId: popular._id } });
  const reasons = new Map((await feedOf(reader)).map(({ _id, reason }) => [_id, reason]));
  for (const [id, kind] of [
    [own._id, 'own'],
    [public_._id, 'public'],
    [popular._id, 'popular'],
    [followed._id, 'followed'],
    [shared._id, 'reposted'],
  ] as const)
    expect(reasons.get(id), kind).toEqual({ feed: 'foryou', kind });
  const [first] = await feedOf(reader, 'following');
  expect(first?.reason?.feed).toBe('following');
});

test('rows that count no longer are deleted', async () => {
  const [reader, one, other] = await crowd();
  const [old, recent] = [await one.post('old'), await other.post('recent')];
  await less(reader, old._id);
  await less(reader, recent._id);
  await sql`update less_shown set created_at = now() - interval '15 days' where post_id = ${old._id}`.execute(
    app.ctx.db,
  );
  await deleteOldLess(app.ctx);
  const left = await sql<{
    post_id: string;
  }>`select post_id from less_shown where user_id = ${reader.id}`.execute(app.ctx.db);
  expect(left.rows).toEqual([{ post_id: recent._id }]);
});
