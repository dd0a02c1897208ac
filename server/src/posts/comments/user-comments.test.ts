import { describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { on, type PageQuery } from '../../../test/support/threads.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { countStatements } from '../../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

describe('a person’s comments', () => {
  const commentsOf = async (member: Member, of: Member, query: PageQuery = {}) =>
    (await member.call(posts.listUserComments, { params: { userId: of.id }, query })).data;

  test('come newest first, each with its parent', async () => {
    const post = await alice.post('worth an answer');
    await dan.comment(post._id, 'first words');
    await dan.comment(post._id, 'second words');
    const first = await commentsOf(bob, dan, { limit: 1 });
    expect(first.comments[0]).toMatchObject({
      content: 'second words',
      parentPost: { content: 'worth an answer' },
    });
    const cursor = first.pagination.nextCursor ?? '';
    expect((await commentsOf(bob, dan, { limit: 1, cursor })).comments[0]?.content).toBe(
      'first words',
    );
  });

  test('stay in the own list without the root after it is hidden', async () => {
    const post = await alice.post('the secret canary', 'followers');
    await carol.follow(alice);
    const comment = await carol.comment(post._id, 'my words');
    await bob.follow(alice);
    const seen = async (member: Member) =>
      (await commentsOf(member, carol)).comments.find(({ _id }) => _id === comment._id);
    expect((await seen(carol))?.parentPost).toMatchObject({ content: 'the secret canary' });
    await carol.call(unfollow, { params: { userId: alice.id } });
    expect(await seen(carol)).toMatchObject({
      content: 'my words',
      parentPost: { _id: post._id, isDeleted: true, content: '', ownerid: null },
    });
    expect(JSON.stringify(await commentsOf(carol, carol))).not.toContain('canary');
    expect((await refusalOf(carol.call(posts.getPost, on(comment)))).status).toBe(404);
    expect(await seen(bob)).toBeDefined();
    expect(await seen(dan)).toBeUndefined();
    await alice.toggleBlock(carol);
    expect(JSON.stringify(await commentsOf(carol, carol))).not.toContain('canary');
    expect(await seen(carol)).toBeDefined();
    await alice.toggleBlock(carol);
  });

  test('cannot be read across a block', async () => {
    await dan.toggleBlock(bob);
    for (const [one, other] of [
      [dan, bob],
      [bob, dan],
    ] as const)
      expect((await refusalOf(commentsOf(one, other))).status).toBe(404);
    await dan.toggleBlock(bob);
  });

  test('take the same statements for one row and for fifty', async () => {
    const count = async (limit: number) =>
      countStatements(app, async () => commentsOf(alice, dan, { limit }));
    const one = await count(1);
    expect(await count(50)).toBe(one);
    expect(one).toBe(app.ctx.shards ? 4 : 2);
  });
});
