import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as reposts from '@roost/contract/reposts';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { on, thread, summarize } from '../../../test/support/threads.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

describe('a thread', () => {
  test('is a tree of any depth by parentPost, oldest first', async () => {
    const post = await alice.post('root');
    const one = await bob.comment(post._id, 'one');
    const two = await carol.comment(post._id, 'two');
    const oneOne = await carol.comment(one._id, 'one.one');
    await alice.comment(oneOne._id, 'one.one.one');
    await bob.comment(two._id, 'two.one');
    await dan.comment(one._id, 'one.two');
    const data = await thread(dan, post);
    expect(summarize(data.comments)).toEqual([
      'one < the post',
      'one.one < one',
      'one.two < one',
      'one.one.one < one.one',
      'two < the post',
      'two.one < two',
    ]);
    expect(data).toMatchObject({ cutShort: [], pagination: { totalComments: 2, totalPages: 1 } });
    expect(summarize((await thread(dan, one)).comments)).toEqual([
      'one.one < the post',
      'one.one.one < one.one',
      'one.two < the post',
    ]);
    expect((await alice.call(posts.getPost, on(post))).data.stats.commentCount).toBe(2);
  });

  test('of a repost is the thread of its original, also for a new comment', async () => {
    const post = await alice.post('original');
    const { data } = await bob.call(reposts.repost, on(post));
    await carol.comment(data.repost._id, 'on the repost');
    expect(summarize((await thread(dan, data.repost)).comments)).toEqual([
      'on the repost < the post',
    ]);
  });

  test('has pages of whole threads that neither repeat nor skip while others write', async () => {
    const post = await alice.post('busy');
    const written: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const comment = await bob.comment(post._id, `number ${n}`);
      await carol.comment(comment._id, `answer ${n}`);
      written.push(`number ${n}`, `answer ${n}`);
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const data: Awaited<ReturnType<typeof thread>> = await thread(dan, post, {
        limit: 2,
        ...(cursor && { cursor }),
      });
      seen.push(...data.comments.map(({ content }) => content));
      cursor = data.pagination.nextCursor;
      if (seen.length === 4) await dan.comment(post._id, 'meanwhile');
    }
    expect(seen).toEqual([...written, 'meanwhile']);
    const { comments: second } = await thread(dan, post, { limit: 3, page: 2 });
    expect(second[0]?.content).toBe('number 3');
    expect((await thread(dan, post, { page: 1_000, limit: 50 })).comments).toEqual([]);
  });
});

describe('a deleted or hidden comment', () => {
  test('stays as a placeholder only while it has replies', async () => {
    const post = await alice.post('with gaps');
    const gone = await bob.comment(post._id, 'gone');
    const leaf = await bob.comment(post._id, 'gone as well');
    const reply = await carol.comment(gone._id, 'stays');
    for (const comment of [gone, leaf]) await bob.call(posts.deletePost, on(comment));
    const { comments: list } = await thread(dan, post);
    expect(summarize(list)).toEqual(['… < the post', 'stays < …']);
    expect(list[0]).toEqual({
      _id: gone._id,
      isDeleted: true,
      content: '',
      media: [],
      ownerid: null,
      parentPost: {
        _id: post._id,
        content: 'with gaps',
        media: [],
        createdAt: post.createdAt,
        ownerid: expect.objectContaining({ username: 'alice' }),
      },
      createdAt: gone.createdAt,
    });
    expect((await alice.call(posts.getPost, on(post))).data.stats.commentCount).toBe(0);
    expect((await refusalOf(dan.call(posts.listComments, on(gone)))).status).toBe(404);
    await carol.call(posts.deletePost, on(reply));
    expect((await thread(dan, post)).comments).toEqual([]);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('is left out if there is no visible comment below it', async () => {
    const post = await alice.post('mostly gone');
    for (let n = 0; n < 3; n += 1) {
      const one = await bob.comment(post._id, `hidden ${n}`);
      const two = await bob.comment(one._id, `hidden, answering ${n}`);
      const three = await carol.comment(two._id, `deleted ${n}`);
      await carol.call(posts.deletePost, on(three));
    }
    const one = await bob.comment(post._id, 'hidden');
    const two = await bob.comment(one._id, 'hidden, answering');
    const three = await carol.comment(two._id, 'hidden for whom it answers');
    await alice.comment(three._id, 'there');
    await bob.comment(two._id, 'hidden beside it');
    await carol.comment(post._id, 'last');
    await dan.toggleBlock(bob);
    const first = await thread(dan, post, { limit: 1 });
    expect(summarize(first.comments)).toEqual(['… < the post', '… < …', '… < …', 'there < …']);
    expect(first.cutShort).toEqual([]);
    const second = await thread(dan, post, {
      limit: 1,
      cursor: first.pagination.nextCursor ?? '',
    });
    expect(summarize(second.comments)).toEqual(['last < the post']);
    expect(second.pagination.nextCursor).toBeNull();
    await dan.toggleBlock(bob);
  });

  test('looks the same in both cases', async () => {
    const post = await alice.post('among others');
    const hidden = await bob.comment(post._id, 'by one who is blocked');
    const middle = await carol.comment(hidden._id, 'answers the blocked one');
    await alice.comment(middle._id, 'answers the answer');
    await bob.comment(post._id, 'blocked, unanswered');
    await dan.toggleBlock(bob);
    const { comments: list } = await thread(dan, post);
    expect(summarize(list)).toEqual(['… < the post', '… < …', 'answers the answer < …']);
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(
      ['_id', 'content', 'createdAt', 'isDeleted', 'media', 'ownerid', 'parentPost'].toSorted(),
    );
    expect(JSON.stringify(list)).not.toContain('blocked');
    expect((await refusalOf(dan.call(posts.listComments, on(hidden)))).status).toBe(404);
    await dan.toggleBlock(bob);
  });

  test('under a hidden post cannot be listed', async () => {
    const post = await alice.post('for followers', 'followers');
    await bob.follow(alice);
    const comment = await bob.comment(post._id, 'seen by followers');
    const never = { _id: '01a00000-0000-7000-8000-000000000000' };
    for (const call of [posts.listComments, posts.listAncestors]) {
      const absent = await refusalOf(carol.call(call, on(never)));
      for (const hidden of [post, comment]) {
        const refusal = await refusalOf(carol.call(call, on(hidden)));
        expect([refusal.status, refusal.body]).toEqual([absent.status, absent.body]);
      }
    }
    await bob.call(unfollow, { params: { userId: alice.id } });
  });

  test('cannot be answered, and neither can a blocked person or the comment itself', async () => {
    const secret = await alice.post('secret', 'followers');
    const deleted = await alice.post('deleted');
    const blocked = await alice.post('of somebody blocked');
    await alice.call(posts.deletePost, on(deleted));
    expect((await refusalOf(carol.comment(secret._id, 'no'))).status).toBe(404);
    expect((await refusalOf(carol.comment(deleted._id, 'no'))).status).toBe(404);
    await carol.toggleBlock(alice);
    expect((await refusalOf(carol.comment(blocked._id, 'no'))).status).toBe(404);
    await carol.toggleBlock(alice);
    // The server ignores the id in the form and makes its own, so a comment cannot answer itself.
    const own = newId();
    const form = new FormData();
    for (const [key, value] of Object.entries({ content: 'loop', _id: own, parentPost: own }))
      form.append(key, value);
    const answer = await carol.client.fetch('/api/posts/createpost', {
      method: 'POST',
      body: form,
    });
    expect(answer.status).toBe(404);
  });
});

describe('a comment’s ancestors', () => {
  test('lead from the root to its parent, with placeholders', async () => {
    const post = await alice.post('top');
    const one = await bob.comment(post._id, 'first');
    const two = await carol.comment(one._id, 'second');
    const three = await alice.comment(two._id, 'third');
    await bob.call(posts.deletePost, on(one));
    const { data } = await dan.call(posts.listAncestors, on(three));
    expect(summarize(data.ancestors)).toEqual(['top < the post', '… < top', 'second < …']);
    expect(data.hasGap).toBe(false);
    const none = await dan.call(posts.listAncestors, on(post));
    expect(none.data).toEqual({ ancestors: [], hasGap: false });
  });
});
