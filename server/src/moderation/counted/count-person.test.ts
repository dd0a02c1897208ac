import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { restoreUser } from '@roost/contract/moderation';
import { deleteAccount } from '@roost/contract/personal-data';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as reposts from '@roost/contract/reposts';
import * as users from '@roost/contract/users';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { erase } from '../../../test/support/erase.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { releasePost, withholdPost } from '../../posts/withheld/withhold-post.ts';
import { countEverybody, countPerson } from './count-person.ts';

const app = await startAppForFile();
const { ctx } = app;
let people = 0;
const somebody = async (on = app) => join(on, `person${(people += 1)}`);

/** Somebody who did everything that others count, a second person who did it too, and the author of the post. */
async function makeScene(on = app) {
  const [author, person, other] = [await somebody(on), await somebody(on), await somebody(on)];
  const { _id: postId } = await author.post('a post that people like');
  const { _id: above } = await author.comment(postId, 'a comment that people answer');
  for (const member of [person, other]) {
    await member.call(reactions.toggleLike, { params: { postId } });
    await member.call(reposts.repost, { params: { postId } });
    await member.follow(author);
    await author.follow(member);
  }
  const { _id: answer } = await person.comment(above, 'an answer');
  await other.comment(above, 'another answer');
  return { author, person, other, postId, above, answer };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

/** The counters that a stranger reads: likes, reposts and answers of the posts, and the follows of the author. */
async function countsOf({ author, other, postId, above }: Scene): Promise<number[]> {
  const { data: post } = await other.call(posts.getPost, { params: { postId } });
  const { data: comment } = await other.call(posts.getPost, { params: { postId: above } });
  const { followersCount, followingCount } = await profileOf(author, other);
  return [
    post.stats.likeCount,
    post.stats.repostCount,
    comment.stats.commentCount,
    followersCount,
    followingCount,
  ];
}
async function profileOf({ username }: Member, viewer: Member) {
  const { data } = await viewer.call(users.getUser, { params: { username } });
  return 'followersCount' in data.user ? data.user : expect.fail('there is a block');
}
const WITH_BOTH = [2, 2, 2, 2, 2];
const WITH_ONE = [1, 1, 1, 1, 1];

const hide = async ({ id }: Member) =>
  ctx.db.insertInto('hidden_users').values({ user_id: id, reason: 'banned' }).execute();
const show = async ({ id }: Member) =>
  ctx.db.deleteFrom('hidden_users').where('user_id', '=', id).execute();
const count = async ({ id }: Member) => countPerson(ctx, { userId: id });

test('counters leave a hidden person out, and contain the person again after it', async () => {
  const scene = await makeScene();
  expect(await countsOf(scene)).toEqual(WITH_BOTH);
  await hide(scene.person);
  for (let times = 0; times < 2; times += 1) {
    await count(scene.person);
    expect(await countsOf(scene)).toEqual(WITH_ONE);
    expect(await findDrift(ctx)).toEqual([]);
  }
  await show(scene.person);
  for (let times = 0; times < 2; times += 1) {
    await count(scene.person);
    expect(await countsOf(scene)).toEqual(WITH_BOTH);
    expect(await findDrift(ctx)).toEqual([]);
  }
});

test('two hidden people who follow each other are counted one by one', async () => {
  const [ada, ben, cem] = [await somebody(), await somebody(), await somebody()];
  await ada.follow(ben);
  await ben.follow(ada);
  for (const each of [ada, ben]) await hide(each);
  for (const each of [ada, ben]) await count(each);
  await show(ada);
  await count(ada);
  expect(await findDrift(ctx)).toEqual([]);
  const follows = async (of: Member) => {
    const { followersCount, followingCount } = await profileOf(of, cem);
    return [followersCount, followingCount];
  };
  expect(await follows(ada)).toEqual([0, 0]);
  await show(ben);
  await count(ben);
  expect([await follows(ada), await follows(ben)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('the next run or a recount counts actions that were under way during the job', async () => {
  for (const repair of [
    async ({ person }: Scene) => count(person),
    async () => countEverybody(ctx),
  ]) {
    const scene = await makeScene();
    const { person, postId } = scene;
    await hide(person);
    await count(person);
    await sql`update likes set is_counted = true where user_id = ${person.id}`.execute(ctx.db);
    await sql`update post_stats set like_count = like_count + 1 where post_id = ${postId}`.execute(
      ctx.db,
    );
    await repair(scene);
    expect(await countsOf(scene)).toEqual(WITH_ONE);
    await show(person);
    await repair(scene);
    expect(await countsOf(scene)).toEqual(WITH_BOTH);
    expect(await findDrift(ctx)).toEqual([]);
  }
});

describe('before the job has counted a person again', () => {
  /** The person is shown, but nobody counts what the person did. */
  async function shownUncounted(): Promise<Scene> {
    const scene = await makeScene();
    await hide(scene.person);
    await count(scene.person);
    await show(scene.person);
    return scene;
  }

  test('everything that the person takes back changes no counter', async () => {
    const scene = await shownUncounted();
    const { author, person, postId, answer } = scene;
    await person.call(reactions.toggleLike, { params: { postId } });
    await person.call(reposts.unrepost, { params: { postId } });
    await person.call(posts.deletePost, { params: { postId: answer } });
    await person.call(relations.unfollow, { params: { userId: author.id } });
    await author.call(relations.unfollow, { params: { userId: person.id } });
    for (let times = 0; times < 2; times += 1) {
      expect(await countsOf(scene)).toEqual(WITH_ONE);
      expect(await findDrift(ctx)).toEqual([]);
      await count(person);
    }
  });

  test('everything that the person does again counts', async () => {
    const scene = await shownUncounted();
    const { person, postId } = scene;
    for (let times = 0; times < 2; times += 1)
      await person.call(reactions.toggleLike, { params: { postId } });
    expect((await countsOf(scene))[0]).toBe(2);
    await count(person);
    expect(await countsOf(scene)).toEqual(WITH_BOTH);
    expect(await findDrift(ctx)).toEqual([]);
  });
});

describe('a withheld comment of a hidden person', () => {
  test.each([
    ['removed before the person is hidden', 'removed', true],
    ['hidden before the person is hidden', 'hidden', true],
    ['removed while the person is hidden', 'removed', false],
    ['hidden while the person is hidden', 'hidden', false],
  ] as const)('%s, counts when both are back', async (_, as, isFirst) => {
    const scene = await makeScene();
    const { person, answer } = scene;
    const withhold = async () => transaction(ctx, async (tx) => withholdPost(tx, answer, as));
    const release = async () => transaction(ctx, async (tx) => releasePost(tx, answer));
    const answers = async () => (await countsOf(scene))[2];
    if (isFirst) await withhold();
    await hide(person);
    await count(person);
    if (!isFirst) await withhold();
    expect([await answers(), await findDrift(ctx)]).toEqual([1, []]);
    await release();
    expect([await answers(), await findDrift(ctx)]).toEqual([1, []]);
    await withhold();
    await show(person);
    await count(person);
    expect([await answers(), await findDrift(ctx)]).toEqual([1, []]);
    await release();
    expect([await answers(), await findDrift(ctx)]).toEqual([2, []]);
  });
});

test.each([true, false])(
  'an erasure counts nothing twice (after the person was counted: %s)',
  async (isCounted) => {
    const scene = await makeScene();
    if (isCounted) {
      await hide(scene.person);
      await count(scene.person);
    }
    await erase(ctx, scene.person.id);
    expect(await countsOf(scene)).toEqual(WITH_ONE);
    expect(await findDrift(ctx)).toEqual([]);
  },
);

test('a person with many likes, and many comments under one post, is counted in batches', async () => {
  const [author, person] = [await somebody(), await somebody()];
  const { _id: postId } = await author.post('a post with many comments');
  const ids = Array.from({ length: 450 }, () => newId());
  await sql`insert into post_stats (post_id, like_count) select id, 1 from unnest(${ids}::uuid[]) as id`.execute(
    ctx.db,
  );
  await sql`insert into likes (user_id, post_id) select ${person.id}, id from unnest(${ids}::uuid[]) as id`.execute(
    ctx.db,
  );
  for (let index = 0; index < 3; index += 1) await person.comment(postId, `comment ${index}`);
  const likes = async () => {
    const { rows } = await sql<{ likes: number; stray: number }>`
      select sum(like_count)::int as likes, count(*) filter (where like_count not in (0, 1))::int as stray
      from post_stats where post_id = any(${ids}::uuid[])`.execute(ctx.db);
    return rows[0];
  };
  const comments = async () =>
    (await author.call(posts.getPost, { params: { postId } })).data.stats.commentCount;
  await hide(person);
  await count(person);
  expect([await likes(), await comments()]).toEqual([{ likes: 0, stray: 0 }, 0]);
  await show(person);
  await count(person);
  expect([await likes(), await comments()]).toEqual([{ likes: 450, stray: 0 }, 3]);
});

test('a ban, its end and a closing reach the counters by themselves', async () => {
  const site = await startAppForTest(withJobs);
  const moe = await joinStaff(site, 'moe');
  const scene = await makeScene(site);
  const { person, other } = scene;
  await report(other, 'user', person.id);
  await decide(moe, (await caseOf(moe, person.id))._id, { action: 'ban', reason: 'spam' });
  await expect.poll(async () => countsOf(scene)).toEqual(WITH_ONE);
  await moe.call(restoreUser, { params: { userId: person.id }, body: {} });
  await expect.poll(async () => countsOf(scene)).toEqual(WITH_BOTH);
  await (await signIn(site, person)).call(deleteAccount, {});
  await expect.poll(async () => countsOf(scene)).toEqual(WITH_ONE);
  expect(await findDrift(site.ctx)).toEqual([]);
});

test('a suspension counts the person again at its end', async () => {
  const site = await startAppForTest();
  const moe = await joinStaff(site, 'moe');
  const [person, other] = [await somebody(site), await somebody(site)];
  await report(other, 'user', person.id);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const caseId = (await caseOf(moe, person.id))._id;
  await decide(moe, caseId, { action: 'suspend', until, reason: 'spam' });
  const queued = await jobsOf<{ userId: string }>(site, 'countPerson');
  expect(queued.map(({ payload }) => payload)).toEqual(
    Array.from({ length: 3 }, () => ({ userId: person.id })),
  );
  const [now, again, later] = queued.map(({ seconds }) => seconds);
  expect(now).toBeLessThanOrEqual(0);
  expect(again).toBeGreaterThan(50);
  expect(again).toBeLessThanOrEqual(60);
  expect(later).toBeGreaterThan(3_590);
});

test('a decision that hides nobody counts nobody', async () => {
  const site = await startAppForTest();
  const moe = await joinStaff(site, 'moe');
  const [person, other] = [await somebody(site), await somebody(site)];
  for (const action of ['dismiss', 'warn', 'limit'] as const) {
    await report(other, 'user', person.id);
    const caseId = (await caseOf(moe, person.id))._id;
    await decide(moe, caseId, { action, reason: 'spam', message: 'Why.' });
  }
  expect(await jobsOf(site, 'countPerson')).toEqual([]);
});

test('a long run continues in another job, from where it stopped', async () => {
  const scene = await makeScene();
  const { person } = scene;
  await hide(person);
  const clock = vi.spyOn(performance, 'now');
  let time = 0;
  clock.mockImplementation(() => (time += 2_000));
  onTestFinished(() => clock.mockRestore());
  type Payload = Parameters<typeof countPerson>[1];
  let runs = 0;
  for (let next: Payload | undefined = { userId: person.id }; next; runs += 1) {
    await countPerson(ctx, next);
    next = (await jobsOf<Payload>(app, 'countPerson'))[runs]?.payload;
  }
  expect(runs).toBe(5);
  expect(await countsOf(scene)).toEqual(WITH_ONE);
  expect(await findDrift(ctx)).toEqual([]);
});

test('counting beside likes, follows and their end loses nothing', async () => {
  const scene = await makeScene();
  const { author, person, other, postId } = scene;
  const busy = Array.from({ length: 12 }, async (_, index) => {
    for (let times = 0; times < 6; times += 1) {
      await other.call(reactions.toggleLike, { params: { postId } });
      if (index === 0) await other.call(relations.unfollow, { params: { userId: author.id } });
      if (index === 0) await other.follow(author);
    }
  });
  for (let times = 0; times < 5; times += 1) {
    await hide(person);
    await Promise.all([count(person), count(person)]);
    await show(person);
    await Promise.all([count(person), count(person)]);
  }
  await Promise.all(busy);
  expect(await countsOf(scene)).toEqual(WITH_BOTH);
  expect(await findDrift(ctx)).toEqual([]);
});
