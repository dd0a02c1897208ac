import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as comments from '@roost/contract/comments';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/users';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { castOf, type Member } from '../../test/cast.ts';
import { findDrift } from '../../test/recount.ts';
import { refusalOf } from '../../test/visitor.ts';

let app: TestApp;
let alice: Member;
let bob: Member;
let carol: Member;
let dan: Member;

beforeAll(async () => {
  app = await startTestApp();
  ({ alice, bob, carol, dan } = await castOf(app));
});
afterAll(() => app.close());

const on = (post: { _id: string }) => ({ params: { postId: post._id } });
type Query = { limit?: number; page?: number; cursor?: string };

async function thread(member: Member, post: { _id: string }, query: Query = {}) {
  return (await member.call(comments.listComments, { ...on(post), query })).data;
}
/** What each says and answers: '…' where nothing is to be seen. */
function told(list: comments.Threaded[]): string[] {
  const words = new Map(list.map((each) => [each._id, each.ownerid ? each.content : '…']));
  return list.map(
    (each) => `${words.get(each._id)} < ${words.get(each.parentPost?._id ?? '') ?? 'the post'}`,
  );
}

describe('a thread', () => {
  test('is a tree by parentPost, oldest first, of any depth', async () => {
    const post = await alice.post('root');
    const one = await bob.comment(post._id, 'one');
    const two = await carol.comment(post._id, 'two');
    const oneOne = await carol.comment(one._id, 'one.one');
    await alice.comment(oneOne._id, 'one.one.one');
    await bob.comment(two._id, 'two.one');
    await dan.comment(one._id, 'one.two');
    const data = await thread(dan, post);
    expect(told(data.comments)).toEqual([
      'one < the post',
      'one.one < one',
      'one.two < one',
      'one.one.one < one.one',
      'two < the post',
      'two.one < two',
    ]);
    expect(data).toMatchObject({ cutShort: [], pagination: { totalComments: 2, totalPages: 1 } });
    expect(told((await thread(dan, one)).comments)).toEqual([
      'one.one < the post',
      'one.one.one < one.one',
      'one.two < the post',
    ]);
    expect((await alice.call(posts.getPost, on(post))).data.stats.commentCount).toBe(2);
  });

  test('on a repost’s id is its original’s, and so is a comment', async () => {
    const post = await alice.post('original');
    const { data } = await bob.call(posts.repost, on(post));
    await carol.comment(data.repost._id, 'on the repost');
    expect(told((await thread(dan, data.repost)).comments)).toEqual(['on the repost < the post']);
  });

  test('pages whole threads, and neither repeats nor skips while others write', async () => {
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

describe('what is gone', () => {
  test('stays as an empty place while something answers it, and only then', async () => {
    const post = await alice.post('with gaps');
    const gone = await bob.comment(post._id, 'gone');
    const leaf = await bob.comment(post._id, 'gone as well');
    const reply = await carol.comment(gone._id, 'stays');
    for (const comment of [gone, leaf]) await bob.call(posts.deletePost, on(comment));
    const { comments: list } = await thread(dan, post);
    expect(told(list)).toEqual(['… < the post', 'stays < …']);
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
    expect((await refusalOf(dan.call(comments.listComments, on(gone)))).status).toBe(404);
    await carol.call(posts.deletePost, on(reply));
    expect((await thread(dan, post)).comments).toEqual([]);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('fills no page where nothing that can be seen hangs under it', async () => {
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
    expect(told(first.comments)).toEqual(['… < the post', '… < …', '… < …', 'there < …']);
    expect(first.cutShort).toEqual([]);
    const second = await thread(dan, post, {
      limit: 1,
      cursor: first.pagination.nextCursor ?? '',
    });
    expect(told(second.comments)).toEqual(['last < the post']);
    expect(second.pagination.nextCursor).toBeNull();
    await dan.toggleBlock(bob);
  });

  test('is the same for deleted and for hidden', async () => {
    const post = await alice.post('among others');
    const hidden = await bob.comment(post._id, 'by one who is blocked');
    const middle = await carol.comment(hidden._id, 'answers the blocked one');
    await alice.comment(middle._id, 'answers the answer');
    await bob.comment(post._id, 'blocked, unanswered');
    await dan.toggleBlock(bob);
    const { comments: list } = await thread(dan, post);
    expect(told(list)).toEqual(['… < the post', '… < …', 'answers the answer < …']);
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(
      ['_id', 'content', 'createdAt', 'isDeleted', 'media', 'ownerid', 'parentPost'].toSorted(),
    );
    expect(JSON.stringify(list)).not.toContain('blocked');
    expect((await refusalOf(dan.call(comments.listComments, on(hidden)))).status).toBe(404);
    await dan.toggleBlock(bob);
  });

  test('a hidden post’s thread does not exist', async () => {
    const post = await alice.post('for followers', 'followers');
    await bob.follow(alice);
    const comment = await bob.comment(post._id, 'seen by followers');
    const never = { _id: '01a00000-0000-7000-8000-000000000000' };
    for (const call of [comments.listComments, comments.listAncestors]) {
      const absent = await refusalOf(carol.call(call, on(never)));
      for (const hidden of [post, comment]) {
        const refusal = await refusalOf(carol.call(call, on(hidden)));
        expect([refusal.status, refusal.body]).toEqual([absent.status, absent.body]);
      }
    }
    await bob.call(unfollow, { params: { userId: alice.id } });
  });

  test('nobody answers what is hidden, deleted, behind a block, or themselves', async () => {
    const secret = await alice.post('secret', 'followers');
    const deleted = await alice.post('deleted');
    const blocked = await alice.post('of somebody blocked');
    await alice.call(posts.deletePost, on(deleted));
    expect((await refusalOf(carol.comment(secret._id, 'no'))).status).toBe(404);
    expect((await refusalOf(carol.comment(deleted._id, 'no'))).status).toBe(404);
    await carol.toggleBlock(alice);
    expect((await refusalOf(carol.comment(blocked._id, 'no'))).status).toBe(404);
    await carol.toggleBlock(alice);
    // An id that is sent along names nothing: the server makes its own, so nothing can answer itself.
    const own = newId();
    const form = new FormData();
    for (const [key, value] of Object.entries({ content: 'loop', _id: own, parentPost: own }))
      form.append(key, value);
    const answer = await carol.visitor.fetch('/api/posts/createpost', {
      method: 'POST',
      body: form,
    });
    expect(answer.status).toBe(404);
  });
});

describe('a comment’s ancestors', () => {
  test('lead from the root to its parent, with empty places', async () => {
    const post = await alice.post('top');
    const one = await bob.comment(post._id, 'first');
    const two = await carol.comment(one._id, 'second');
    const three = await alice.comment(two._id, 'third');
    await bob.call(posts.deletePost, on(one));
    const { data } = await dan.call(comments.listAncestors, on(three));
    expect(told(data.ancestors)).toEqual(['top < the post', '… < top', 'second < …']);
    expect(data.hasGap).toBe(false);
    const none = await dan.call(comments.listAncestors, on(post));
    expect(none.data).toEqual({ ancestors: [], hasGap: false });
  });
});

describe('however large a thread is', () => {
  /** Rows made directly: `parentOf` says, by number, which earlier comment each answers, -1 the post. */
  async function grow(count: number, parentOf: (n: number) => number): Promise<posts.Post> {
    const post = await alice.post('a large thread');
    const ids = Array.from({ length: count }, () => newId());
    const parents = ids.map((_, n) => ids[parentOf(n)] ?? post._id);
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, party_ids, parent_id, root_id, edit_valid_till, edit_chances_left)
      select id, ${bob.id}::uuid, 'c' || n, 'public', ${alice.id}::uuid, array[${alice.id}, ${bob.id}]::uuid[], parent, ${post._id}::uuid, now(), 0
      from unnest(${ids}::uuid[], ${parents}::uuid[]) with ordinality as made (id, parent, n)`.execute(
      app.ctx.db,
    );
    await sql`insert into post_stats (post_id) select id from unnest(${ids}::uuid[]) as made (id)`.execute(
      app.ctx.db,
    );
    await sql`
      update post_stats set comment_count = (select count(*) from posts where parent_id = post_id)
      where post_id = any(${[post._id, ...ids]}::uuid[])`.execute(app.ctx.db);
    await sql`analyze posts`.execute(app.ctx.db);
    return post;
  }

  test('a chain a thousand deep is read in pieces, and can be gone on', async () => {
    const post = await grow(1_000, (n) => n - 1);
    const found: string[] = [];
    let from: { _id: string } = post;
    for (let reads = 0; reads < 20; reads += 1) {
      const { comments: list, cutShort } = await thread(carol, from);
      expect(list.length).toBeLessThanOrEqual(101);
      found.push(...list.map(({ content }) => content));
      if (!cutShort[0]) break;
      from = { _id: cutShort[0] };
    }
    expect(found).toEqual(Array.from({ length: 1_000 }, (_, n) => `c${n + 1}`));
    const deepest = await carol.comment(from._id, 'still open');
    const { data } = await carol.call(comments.listAncestors, on(deepest));
    expect(data.hasGap).toBe(true);
    expect(data.ancestors[0]?._id).toBe(post._id);
    expect(data.ancestors.length).toBe(11);
  });

  test('ten thousand comments: few rows, the same statements, by index', async () => {
    // Fifty threads; in each every comment has up to five answers.
    const post = await grow(10_000, (n) => (n < 50 ? -1 : Math.floor((n - 50) / 5)));
    const count = async (limit: number) => {
      app.statements.length = 0;
      const data = await thread(carol, post, { limit });
      return { data, sent: app.statements.length };
    };
    const one = await count(1);
    const ten = await count(10);
    const most = await count(50);
    expect(one.data.comments).toHaveLength(101);
    expect(ten.data.comments).toHaveLength(1_010);
    expect(most.data.comments).toHaveLength(50 * 21);
    expect(new Set([one.sent, ten.sent, most.sent]).size).toBe(1);
    expect(one.sent).toBeLessThanOrEqual(8);
    const { cutShort, comments: list } = one.data;
    const further = await thread(carol, { _id: cutShort[0] ?? '' });
    const here = list.filter(({ parentPost }) => parentPost?._id === cutShort[0]);
    expect(further.pagination.totalComments).toBeGreaterThan(here.length);
    expect(further.comments.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining(here.map(({ _id }) => _id)),
    );
    const walk = app.statements.find((text) => text.includes('with recursive walk')) ?? '';
    const plan = await planOf(walk);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toContain('posts_replies');
  });

  /** The plan of a statement as it was prepared, whatever is put in. */
  async function planOf(text: string): Promise<string> {
    return app.ctx.db.connection().execute(async (db) => {
      const most = Math.max(...[...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
      await sql.raw('set plan_cache_mode = force_generic_plan').execute(db);
      await sql.raw(`prepare hot as ${text}`).execute(db);
      const nulls = Array.from({ length: most }, () => 'null').join(', ');
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain execute hot(${nulls})`)
        .execute(db);
      await sql.raw('deallocate hot').execute(db);
      await sql.raw('reset plan_cache_mode').execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }
});

describe('a person’s comments', () => {
  const commentsOf = async (member: Member, of: Member, query: Query = {}) =>
    (await member.call(comments.listUserComments, { params: { userId: of.id }, query })).data;

  test('newest first, each with what it answers', async () => {
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

  test('one’s own stay where their root is hidden by now, with nothing of it', async () => {
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

  test('are nobody’s to read across a block', async () => {
    await dan.toggleBlock(bob);
    for (const [one, other] of [
      [dan, bob],
      [bob, dan],
    ] as const)
      expect((await refusalOf(commentsOf(one, other))).status).toBe(404);
    await dan.toggleBlock(bob);
  });

  test('a page of one and of fifty send the same statements', async () => {
    const count = async (limit: number) => {
      app.statements.length = 0;
      await commentsOf(alice, bob, { limit });
      return app.statements.length;
    };
    const one = await count(1);
    expect(await count(50)).toBe(one);
    expect(one).toBeLessThanOrEqual(9);
  });
});
