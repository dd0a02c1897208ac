import { expect, test } from 'vitest';
import { getFeed } from '@roost/contract/feed';
import { addMember, createList, removeMember } from '@roost/contract/lists';
import { deletePost, type Post } from '@roost/contract/posts';
import { muteUser, setMutedWords, unmuteUser } from '@roost/contract/relations';
import { repost } from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { idOfTime } from '../../lib/id-times.ts';

const app = await startAppForFile();
let scenes = 0;

/** A reader with a list of two writers, and a stranger beside it. */
async function setScene() {
  scenes += 1;
  const [reader, one, two, stranger] = (await crowdOf(app, 4, `scene${scenes}n`)) as [
    Member,
    Member,
    Member,
    Member,
  ];
  const { _id: list } = (await reader.call(createList, { body: { name: 'Writers' } })).data;
  for (const { id: userId } of [one, two])
    await reader.call(addMember, { params: { listId: list, userId } });
  return { reader, one, two, stranger, list };
}

const pageOf = async (
  reader: Member,
  list: string,
  more: { limit?: number; cursor?: string; page?: number } = {},
) => (await reader.call(getFeed, { query: { list, limit: 50, ...more } })).data;
const ids = (posts: readonly Post[]) => posts.map(({ _id }) => _id);
const idsOf = async (reader: Member, list: string) => ids((await pageOf(reader, list)).posts);

test('shows posts and reposts of the people on the list, the newest first', async () => {
  const { reader, one, two, stranger, list } = await setScene();
  expect(await idsOf(reader, list)).toEqual([]);
  const outside = await stranger.post('not on the list');
  const first = await one.post('by one');
  const closed = await two.post('for followers of two', 'followers');
  await one.comment(outside._id, 'no comments');
  const { repost: shared } = (await two.call(repost, { params: { postId: outside._id } })).data;
  expect(await idsOf(reader, list)).toEqual([shared._id, first._id]);
  await reader.follow(two);
  const { posts } = await pageOf(reader, list);
  expect(ids(posts)).toEqual([shared._id, closed._id, first._id]);
  for (const post of posts) expect(post.reason).toEqual({ feed: 'list', kind: 'listed' });
  expect(posts[0]!.originalPost?.reason).toEqual({ feed: 'list', kind: 'listed' });
  await reader.call(removeMember, { params: { listId: list, userId: two.id } });
  expect(await idsOf(reader, list)).toEqual([first._id]);
});

test('a post of somebody on the list appears as itself, and not as a repost', async () => {
  const { reader, one, two, stranger, list } = await setScene();
  const made: string[] = [];
  for (const author of [one, stranger, one, stranger]) {
    const { _id } = await author.post('shared');
    const { repost: shared } = (await two.call(repost, { params: { postId: _id } })).data;
    made.unshift(author === one ? _id : shared._id);
  }
  const own = await one.call(repost, { params: { postId: made[1]! } });
  expect(await idsOf(reader, list)).toEqual(made);
  for (let page = 1; page <= 4; page += 1) {
    const { posts, pagination } = await pageOf(reader, list, { limit: 1, page });
    expect(ids(posts)).toEqual([made[page - 1]]);
    expect(pagination.nextCursor === null).toBe(page === 4);
  }
  expect(own.data.repost.isRepost).toBe(true);
});

test('a post that two people on the list repost appears once, on all pages together', async () => {
  const { reader, one, two, stranger, list } = await setScene();
  const { _id: postId } = await stranger.post('reposted by both');
  const { repost: first } = (await one.call(repost, { params: { postId } })).data;
  const between = await one.post('between');
  await two.call(repost, { params: { postId } });
  const [before, last] = [await one.post('and'), await two.post('more')];
  const once = [last, before, between, first].map(({ _id }) => _id);
  expect(await idsOf(reader, list)).toEqual(once);
  for (let page = 1; page <= 4; page += 1)
    expect(ids((await pageOf(reader, list, { limit: 1, page })).posts)).toEqual([once[page - 1]]);
  // Without the first person, the other one's repost appears.
  await reader.call(muteUser, { params: { userId: one.id }, body: { reposts: true } });
  const { posts } = await pageOf(reader, list);
  expect(posts.flatMap(({ isRepost, ownerid }) => (isRepost ? ownerid._id : []))).toEqual([two.id]);
});

test('pages neither repeat nor skip posts while others post, delete and join the list', async () => {
  const { reader, one, two, stranger, list } = await setScene();
  const made: string[] = [];
  for (let n = 0; n < 12; n += 1) made.unshift((await (n % 2 ? one : two).post(`${n}`))._id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(reader, list, {
      limit: 3,
      ...(cursor && { cursor }),
    });
    seen.push(...ids(page.posts));
    cursor = page.pagination.nextCursor;
    await one.post('news');
  } while (cursor);
  expect(seen).toEqual(made);
  const { posts } = await pageOf(reader, list, { limit: 5, page: 2 });
  expect(ids(posts)).toEqual((await idsOf(reader, list)).slice(5, 10));
  const { pagination } = await pageOf(reader, list, { limit: 3 });
  const other = await setScene();
  const foreign = pageOf(reader, other.list, { cursor: pagination.nextCursor! });
  expect((await refusalOf(foreign)).status).toBe(400);
  expect((await refusalOf(pageOf(stranger, list))).status).toBe(404);
});

test('finds old posts behind long pauses, in a fixed number of statements', async () => {
  const { reader, one, list } = await setScene();
  const day = 86_400_000;
  const made: string[] = [];
  for (const age of [0, 3, 40, 300, 2_000, 9_000]) {
    const { _id } = await one.post(`${age} days old`);
    const old =
      idOfTime(Date.now() - age * day).slice(0, -3) + String(made.length).padStart(3, '0');
    // A row of a Citus cannot change its key.
    const row = await app.ctx.db
      .deleteFrom('posts')
      .where('id', '=', _id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await app.ctx.db
      .insertInto('posts')
      .values({ ...row, id: old })
      .execute();
    await app.ctx.db
      .updateTable('author_posts')
      .set({ post_id: old })
      .where('post_id', '=', _id)
      .execute();
    made.push(old);
  }
  expect(await idsOf(reader, list)).toEqual(made);
  // The session, the list, at most six windows, and the posts.
  expect(await countStatements(app, async () => idsOf(reader, list))).toBeLessThanOrEqual(9);
});

test('leaves out what the reader may not see or mutes', async () => {
  const { reader, one, two, stranger, list } = await setScene();
  const moe = await joinStaff(app, 'moe');
  const plain = await one.post('plain');
  const gone = await one.post('deleted');
  const withheld = await one.post('withheld');
  const loud = await two.post('a loud word');
  const outside = await stranger.post('outside');
  const { repost: shared } = (await two.call(repost, { params: { postId: outside._id } })).data;
  const whole = [shared._id, loud._id, withheld._id, gone._id, plain._id];
  expect(await idsOf(reader, list)).toEqual(whole);
  const without = (...left: string[]) => whole.filter((id) => !left.includes(id));
  // Blocks, in both directions, also of the author of an original.
  for (const [blocker, blocked] of [
    [reader, two],
    [two, reader],
  ] as const) {
    await blocker.toggleBlock(blocked);
    expect(await idsOf(reader, list)).toEqual(without(shared._id, loud._id));
    await blocker.toggleBlock(blocked);
  }
  await stranger.toggleBlock(reader);
  expect(await idsOf(reader, list)).toEqual(without(shared._id));
  await stranger.toggleBlock(reader);
  // Mutes: a person, only their reposts, and a word.
  const params = { userId: two.id };
  await reader.call(muteUser, { params, body: {} });
  expect(await idsOf(reader, list)).toEqual(without(shared._id, loud._id));
  await reader.call(muteUser, { params, body: { reposts: true } });
  expect(await idsOf(reader, list)).toEqual(without(shared._id));
  await reader.call(unmuteUser, { params });
  const word = { text: 'loud', wholeWord: true, until: null, where: ['feed' as const] };
  await reader.call(setMutedWords, { body: { words: [word] } });
  expect(await idsOf(reader, list)).toEqual(without(loud._id));
  await reader.call(setMutedWords, { body: { words: [] } });
  // Deleted, withheld, and by a person whom moderators limit, unless the reader follows them.
  await one.call(deletePost, { params: { postId: gone._id } });
  for (const [postId, action] of [
    [withheld._id, 'hide'],
    [outside._id, 'dismiss'],
    [plain._id, 'limit'],
  ] as const) {
    await report(reader, 'post', postId);
    await decide(moe, (await caseOf(moe, postId))._id, { action });
  }
  expect(await idsOf(reader, list)).toEqual([shared._id, loud._id]);
  await reader.follow(one);
  expect(await idsOf(reader, list)).toEqual([shared._id, loud._id, plain._id]);
  await app.ctx.db
    .insertInto('hidden_users')
    .values({ user_id: two.id, reason: 'suspended' })
    .execute();
  expect(await idsOf(reader, list)).toEqual([plain._id]);
});

test('a list of somebody else answers as one that does not exist, whatever its form', async () => {
  const { one, list } = await setScene();
  const answers = await Promise.all(
    [list, list.toUpperCase(), NOBODY, 'x', '', '%00', "'", '../'].map(async (each) => {
      const { status, body } = await refusalOf(pageOf(one, each));
      return [status, body];
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]![0]).toBe(404);
  for (const query of [`list=${list}&list=${list}`, `list=${'x'.repeat(101)}`]) {
    const { status } = await one.client.fetch(`/api/posts/feed?${query}`);
    expect([400, 404], query).toContain(status);
  }
});
