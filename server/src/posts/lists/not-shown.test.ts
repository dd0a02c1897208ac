import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { getUser } from '@roost/contract/users';
import { listFollowers, listFollowing } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, crowdOf } from '../../../test/support/cast.ts';
import { on, thread, summarize } from '../../../test/support/threads.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

test('a thread’s end counts replies hidden by a block; its counter is unchanged', async () => {
  const post = await alice.post('answered by some');
  const deleted = await carol.comment(post._id, 'deleted, answered');
  await alice.comment(deleted._id, 'under what is deleted');
  await carol.call(posts.deletePost, on(deleted));
  await bob.comment(post._id, 'hidden, unanswered');
  const answered = await bob.comment(post._id, 'hidden, answered');
  await carol.comment((await alice.comment(answered._id, 'hidden too'))._id, 'seen');
  for (const text of ['first', 'second', 'last']) await carol.comment(post._id, text);
  const countOf = async () => (await dan.call(posts.getPost, on(post))).data.stats.commentCount;
  expect([(await thread(dan, post)).pagination.notShown, await countOf()]).toEqual([0, 5]);
  await bob.toggleBlock(dan);
  // One placeholder is deleted and one is hidden. The counters match this.
  const { comments, pagination } = await thread(dan, post);
  expect(summarize(comments).filter((text) => text.endsWith('the post'))).toEqual([
    '… < the post',
    '… < the post',
    'first < the post',
    'second < the post',
    'last < the post',
  ]);
  expect([pagination.notShown, await countOf()]).toEqual([2, 5]);
  // Only the last page says this, by cursor and by number.
  const first = await thread(dan, post, { limit: 3 });
  expect(first.pagination.notShown).toBe(0);
  const cursor = first.pagination.nextCursor ?? '';
  for (const query of [{ cursor }, { page: 2 }])
    expect((await thread(dan, post, { limit: 3, ...query })).pagination.notShown).toBe(2);
  await bob.toggleBlock(dan);
});

test('the end of a thread without visible replies counts the hidden ones, too', async () => {
  const post = await alice.post('answered by one');
  const comment = await carol.comment(post._id, 'answered by two');
  for (let n = 0; n < 2; n += 1) await bob.comment(comment._id, `hidden ${n}`);
  await dan.toggleBlock(bob);
  expect(await thread(dan, comment)).toMatchObject({ comments: [], pagination: { notShown: 2 } });
  await dan.toggleBlock(carol);
  expect(await thread(dan, post)).toMatchObject({ comments: [], pagination: { notShown: 1 } });
  await dan.toggleBlock(bob);
  await dan.toggleBlock(carol);
});

test('the ends of followers and following count hidden people', async () => {
  const [star, shy, plain, reader] = await crowdOf(app, 4, 'tied');
  for (const each of [shy!, plain!]) {
    await each.follow(star!);
    await star!.follow(each);
  }
  await shy!.toggleBlock(reader!);
  const of = { params: { userId: star!.id } };
  for (const list of [listFollowers, listFollowing]) {
    const { data } = await reader!.call(list, of);
    expect(data.users.map(({ _id }) => _id)).toEqual([plain!.id]);
    expect(data.pagination.notShown).toBe(1);
    expect((await star!.call(list, of)).data.pagination.notShown).toBe(0);
  }
  const { data } = await reader!.call(getUser, { params: { username: star!.username } });
  expect(data.user).toMatchObject({ followersCount: 2, followingCount: 2 });
});
