import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, join, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { countStatements } from '../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

const on = (post: { _id: string }) => ({ params: { postId: post._id } });

describe.each([
  ['likes', reactions.listLikes, reactions.toggleLike],
  ['bookmarks', reactions.listBookmarks, reactions.toggleBookmark],
] as const)('own %s', (table, list, toggle) => {
  const read = async (
    member: Member,
    query: { limit?: number; page?: number; cursor?: string } = {},
  ) => (await member.call(list, { query })).data;
  const words = async (member: Member) =>
    (await read(member, { limit: 50 })).posts.map(({ content }) => content);

  /** Inserts `count` posts with their number as text. The reader reacts to them in this order. */
  async function fill(reader: Member, count: number, authorOf: (n: number) => Member) {
    const ids = Array.from({ length: count }, () => newId());
    const authors = ids.map((_, n) => authorOf(n).id);
    await sql`
      with made as (select * from unnest(${ids}::uuid[], ${authors}::uuid[]) with ordinality as made (id, author, n))
      insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, edit_valid_till, edit_chances_left)
      select id, author, (n - 1)::text, 'public', author, array[author], now(), 0 from made`.execute(
      app.ctx.db,
    );
    await sql`
      insert into ${sql.table(table)} (user_id, post_id, created_at)
      select ${reader.id}, id, now() - interval '1 day' + n * interval '1 second'
      from unnest(${ids}::uuid[]) with ordinality as made (id, n)`.execute(app.ctx.db);
  }

  test('come in the order of the reactions, with comments and originals of reposts', async () => {
    const one = await alice.post('one');
    const two = await alice.post('two');
    const comment = await carol.comment(one._id, 'a comment');
    const { data } = await carol.call(reposts.repost, on(two));
    for (const post of [comment, data.repost, one]) await bob.call(toggle, on(post));
    expect(await words(bob)).toEqual(['one', 'two', 'a comment']);
    const first = await read(bob, { limit: 2 });
    expect(first.pagination).toMatchObject({ currentPage: 1, totalPages: 2 });
    await bob.call(toggle, on(await alice.post('meanwhile')));
    const rest = await read(bob, { limit: 2, cursor: first.pagination.nextCursor ?? '' });
    expect(rest.posts.map(({ content }) => content)).toEqual(['a comment']);
    expect(rest.pagination.nextCursor).toBeNull();
    await bob.call(toggle, on(one));
    expect(await words(bob)).toEqual(['meanwhile', 'two', 'a comment']);
  });

  test('cannot be read by anybody else', async () => {
    const before = await words(carol);
    await bob.call(toggle, on(await alice.post('bob’s alone')));
    const path = table === 'likes' ? '/api/posts/user-likes' : '/api/users/bookmarks';
    const forged = `${path}?userId=${bob.id}&user=${bob.id}&username=bob`;
    const answer = await carol.client.fetch(forged, { headers: { 'X-User-Id': bob.id } });
    const { data } = (await answer.json()) as { data: { posts: posts.Post[] } };
    expect(data.posts.map(({ content }) => content)).toEqual(before);
  });

  test('leave out deleted, hidden and blocked posts at once', async () => {
    const secret = await alice.post('canary for followers', 'followers');
    const gone = await alice.post('canary to be deleted');
    const blocked = await carol.post('canary of one who blocks');
    await bob.follow(alice);
    for (const post of [secret, gone, blocked]) await bob.call(toggle, on(post));
    expect((await words(bob)).filter((text) => text.includes('canary'))).toHaveLength(3);
    await bob.call(unfollow, { params: { userId: alice.id } });
    await alice.call(posts.deletePost, on(gone));
    await carol.toggleBlock(bob);
    expect(JSON.stringify(await read(bob, { limit: 50 }))).not.toContain('canary');
    await carol.toggleBlock(bob);
    expect(await words(bob)).toContain('canary of one who blocks');
  });

  test('take the same statements for one row and for fifty, by index', async () => {
    for (let n = 0; n < 20; n += 1) await bob.call(toggle, on(await alice.post(`filler ${n}`)));
    // A comment also needs its parent.
    const { _id } = await alice.post('answered');
    await bob.call(toggle, on(await carol.comment(_id, 'the answer')));
    const count = async (limit: number) => countStatements(app, async () => read(bob, { limit }));
    const one = await count(1);
    expect(await count(50)).toBe(one);
    expect(one).toBe(2);
    const { rows } = await app.ctx.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db);
      await sql`set enable_sort = off`.execute(db);
      const plan = await sql<{ 'QUERY PLAN': string }>`
        explain select post_id from ${sql.table(table)} as reaction
        where user_id = ${bob.id} order by created_at desc, post_id desc limit 10`.execute(db);
      await sql`reset enable_seqscan`.execute(db);
      await sql`reset enable_sort`.execute(db);
      return plan;
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_newest`);
  });

  test('have full pages to the end if most of the list is hidden', async () => {
    const reader = await join(app, `reader_of_${table}`);
    const hider = await join(app, `hider_of_${table}`);
    await fill(reader, 210, (n) => (n % 21 > 0 ? hider : alice));
    await hider.toggleBlock(reader);
    const seen = Array.from({ length: 10 }, (_, n) => `${(9 - n) * 21}`);
    const whole = await read(reader);
    expect(whole.posts.map(({ content }) => content)).toEqual(seen);
    expect(whole.pagination).toEqual({
      currentPage: 1,
      totalPages: 1,
      totalPosts: 10,
      nextCursor: null,
    });
    const byCursor: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { posts: page, pagination } = await read(reader, {
        limit: 3,
        ...(cursor && { cursor }),
      });
      byCursor.push(...page.map(({ content }) => content));
      cursor = pagination.nextCursor;
    }
    expect(byCursor).toEqual(seen);
    const byNumber: string[] = [];
    for (const page of [1, 2, 3, 4, 5])
      byNumber.push(
        ...(await read(reader, { limit: 3, page })).posts.map(({ content }) => content),
      );
    expect(byNumber).toEqual(seen);
  });

  test('show a row behind several hundred hidden rows', async () => {
    const reader = await join(app, `patient_with_${table}`);
    const hider = await join(app, `cause_of_${table}`);
    await fill(reader, 701, (n) => (n > 0 ? hider : alice));
    await hider.toggleBlock(reader);
    const found = await read(reader);
    expect(found.posts.map(({ content }) => content)).toEqual(['0']);
    expect(found.pagination.nextCursor).toBeNull();
  });

  test('refuse a forged cursor', async () => {
    const forged = Buffer.from('{"after":{"at":"soon","id":"x"},"passed":1}').toString('base64url');
    for (const cursor of ['nonsense', forged])
      expect((await refusalOf(read(bob, { cursor }))).status).toBe(400);
  });
});
