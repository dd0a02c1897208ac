import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as reposts from '@roost/contract/reposts';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { getUser } from '@roost/contract/users';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

const on = (post: { _id: string }) => ({ params: { postId: post._id } });
const read = async (member: Member, post: { _id: string }) =>
  (await member.call(posts.getPost, on(post))).data;

describe('creating', () => {
  test('keeps the text, the tags as typed and the mentions of existing people', async () => {
    const post = await alice.post('  Morning #Café and #café, hello @BOB and @nobody_here  ');
    expect(post).toMatchObject({
      content: 'Morning #Café and #café, hello @BOB and @nobody_here',
      hashtags: ['Café'],
      mentions: ['bob'],
      visibility: 'public',
      edits: { isedited: false, editedAt: null, editchancesleft: 3 },
    });
    expect(await read(bob, post)).toMatchObject({
      content: post.content,
      ownerid: { username: 'alice' },
    });
  });

  test('refuses an empty text and a text with too many graphemes', async () => {
    for (const content of ['', '   \n ']) {
      expect((await refusalOf(alice.post(content))).body.message).toBe(
        'Post must have either content or media.',
      );
    }
    expect((await alice.post('👩‍👩‍👧‍👦'.repeat(100))).content).toHaveLength(1_100);
    expect((await alice.post('é'.repeat(500))).content).toHaveLength(500);
    const refusal = await refusalOf(alice.post('x'.repeat(501)));
    expect([refusal.status, refusal.body.message]).toEqual([400, 'Use at most 500 characters.']);
    // Combining marks make one grapheme, but their number is limited, too.
    expect((await refusalOf(alice.post(`a${'\u0301'.repeat(4_000)}`))).status).toBe(400);
  });

  test('ignores fields that the author must not set', async () => {
    const form = new FormData();
    const forged = {
      content: 'forged',
      ownerid: bob.id,
      _id: bob.id,
      isRepost: 'true',
      createdAt: '2001-01-01',
      editchancesleft: '99',
      stats: '{"likeCount":9}',
    };
    for (const [key, value] of Object.entries(forged)) form.append(key, value);
    const answer = await alice.client.fetch('/api/posts/createpost', {
      method: 'POST',
      body: form,
    });
    const { data } = (await answer.json()) as { data: posts.Post };
    expect(data).toMatchObject({
      ownerid: { _id: alice.id },
      isRepost: false,
      stats: { likeCount: 0 },
      edits: { editchancesleft: 3 },
    });
    expect(data._id).not.toBe(bob.id);
    expect(data.createdAt > '2026').toBe(true);
  });

  test('gives a comment the visibility of its root', async () => {
    const root = await alice.post('root', 'followers');
    await bob.follow(alice);
    const answer = await bob.call(posts.createPost, {
      body: { content: 'hi', visibility: 'public', parentPost: root._id },
    });
    expect(answer.message).toBe('Comment added successfully!');
    expect(answer.data).toMatchObject({
      visibility: 'followers',
      parentPost: { _id: root._id, content: 'root' },
    });
    expect((await read(alice, root)).stats.commentCount).toBe(1);
    expect((await refusalOf(carol.call(posts.getPost, on(answer.data)))).status).toBe(404);
  });

  test('adds a comment on a repost to the original', async () => {
    const original = await alice.post('original');
    const { data } = await bob.call(reposts.repost, on(original));
    const comment = await carol.comment(data.repost._id, 'on the repost');
    expect(comment.parentPost).toMatchObject({ _id: original._id });
  });
});

describe('editing', () => {
  const edit = (member: Member, post: posts.Post, content: string) =>
    member.call(posts.editPost, { ...on(post), body: { content } });

  test('takes an edit chance and keeps the visibility', async () => {
    const post = await alice.post('befor', 'followers');
    const { data } = await edit(alice, post, 'after #now');
    expect(data).toMatchObject({
      content: 'after #now',
      hashtags: ['now'],
      visibility: 'followers',
      edits: { isedited: true, editchancesleft: 2 },
    });
    expect(data.edits.editedAt).not.toBeNull();
  });

  test('by the id of a repost changes the original', async () => {
    const post = await alice.post('to be reposted');
    const { data } = await bob.call(reposts.repost, on(post));
    expect((await edit(alice, data.repost, 'edited through it')).data._id).toBe(post._id);
    expect((await refusalOf(edit(bob, data.repost, 'not mine'))).status).toBe(403);
  });

  test('is only for the owner', async () => {
    const post = await alice.post('mine');
    expect((await refusalOf(edit(bob, post, 'yours'))).status).toBe(403);
    expect((await read(alice, post)).content).toBe('mine');
  });

  test('ends with the edit window', async () => {
    const post = await alice.post('once');
    await app.ctx.db
      .updateTable('posts')
      .set({ edit_valid_till: new Date(Date.now() - 1) })
      .where('id', '=', post._id)
      .execute();
    const refusal = await refusalOf(edit(alice, post, 'too late'));
    expect([refusal.status, refusal.body.message]).toEqual([
      403,
      'Editing window closed or no chances left.',
    ]);
  });

  test('succeeds once for fifty parallel edits with one chance left', async () => {
    const post = await alice.post('contested');
    await app.ctx.db
      .updateTable('posts')
      .set({ edit_chances_left: 1 })
      .where('id', '=', post._id)
      .execute();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => edit(alice, post, `edit ${n}`)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await read(alice, post)).edits.editchancesleft).toBe(0);
  });
});

describe('deleting', () => {
  test('deletes reposts, likes and bookmarks, and keeps comments below a placeholder', async () => {
    const post = await alice.post('soon gone');
    const comment = await bob.comment(post._id, 'stays');
    const { data } = await carol.call(reposts.repost, on(post));
    await carol.call(reactions.toggleLike, on(post));
    await carol.call(reactions.toggleBookmark, on(post));
    await alice.call(posts.deletePost, on(post));
    for (const gone of [post, data.repost])
      expect((await refusalOf(carol.call(posts.getPost, on(gone)))).status).toBe(404);
    const shown = (await read(bob, comment)).parentPost;
    expect(shown).toEqual({
      _id: post._id,
      isDeleted: true,
      content: '',
      media: [],
      ownerid: null,
      createdAt: post.createdAt,
    });
    expect((await refusalOf(alice.call(posts.deletePost, on(post)))).status).toBe(404);
  });

  test('hides a reply from people whom its parent’s author blocks', async () => {
    const root = await alice.post('between us');
    const comment = await bob.comment(root._id, 'bob answers');
    const reply = await carol.comment(comment._id, 'carol answers bob');
    const before = (await read(carol, reply)).parentPost;
    expect(before).toMatchObject({ content: 'bob answers' });
    await bob.toggleBlock(alice);
    // Bob blocks Alice. Carol's reply answers Bob, so Alice cannot see it either.
    expect((await refusalOf(alice.call(posts.getPost, on(reply)))).status).toBe(404);
    await bob.toggleBlock(alice);
  });

  test('is only for the owner of the post or repost', async () => {
    const post = await alice.post('mine');
    const { data } = await bob.call(reposts.repost, on(post));
    expect((await refusalOf(bob.call(posts.deletePost, on(post)))).status).toBe(403);
    expect((await refusalOf(alice.call(posts.deletePost, on(data.repost)))).status).toBe(403);
    await bob.call(posts.deletePost, on(data.repost));
    expect((await read(bob, post)).isRepostedByCurrentUser).toBe(false);
  });

  test('works for an own comment that is hidden from its author', async () => {
    const root = await alice.post('for a while', 'followers');
    await bob.follow(alice);
    const comment = await bob.comment(root._id, 'was here');
    await bob.client.fetch(`/api/follow/${alice.id}`, { method: 'DELETE' });
    expect((await refusalOf(bob.call(posts.getPost, on(comment)))).status).toBe(404);
    await bob.call(posts.deletePost, on(comment));
    expect((await read(alice, root)).stats.commentCount).toBe(0);
  });
});

test('a profile has the same data by username and by id', async () => {
  const { data } = await bob.call(getUser, { params: { username: 'ALICE' } });
  expect(data.user).toMatchObject({
    username: 'alice',
    followsCurrentUser: false,
    canMessage: true,
    canCall: false,
  });
  const byId = await bob.call(getUser, { params: { username: alice.id } });
  expect(byId.data).toEqual(data);
});

test('a mention across a block is left out', async () => {
  await bob.toggleBlock(carol);
  expect((await carol.post('hello @bob and @alice')).mentions).toEqual(['alice']);
  expect((await bob.post('hello @carol')).mentions).toEqual([]);
  await bob.toggleBlock(carol);
});

test('the newest bookmarks leave out hidden posts', async () => {
  const post = await bob.post('bookmarked, then hidden');
  const other = await alice.post('bookmarked as well');
  await carol.call(reactions.toggleBookmark, on(post));
  await bob.toggleBlock(carol);
  const { data } = await carol.call(reactions.toggleBookmark, on(other));
  expect(data.bookmarks).toContain(other._id);
  expect(data.bookmarks).not.toContain(post._id);
  await bob.toggleBlock(carol);
});

test('three other people make a post popular, but own comments do not', async () => {
  const popularSince = async (post: posts.Post) =>
    (
      await app.ctx.db
        .selectFrom('post_stats')
        .select('popular_since')
        .where('post_id', '=', post._id)
        .executeTakeFirstOrThrow()
    ).popular_since;
  const post = await alice.post('look at me');
  for (let n = 0; n < 4; n += 1) await alice.comment(post._id, `still here ${n}`);
  await bob.call(reactions.toggleLike, on(post));
  await bob.call(reposts.repost, on(post));
  await carol.comment(post._id, 'hm');
  expect(await popularSince(post)).toBeNull();
  await dan.call(reactions.toggleLike, on(post));
  expect(await popularSince(post)).not.toBeNull();
});

test('requests work while a column is added and dropped', async () => {
  const post = await alice.post('before the migration');
  await read(bob, post);
  await sql`alter table posts add column added_later text`.execute(app.ctx.db);
  expect((await read(bob, post)).content).toBe('before the migration');
  await bob.call(reactions.toggleLike, on(post));
  await sql`alter table posts drop column added_later`.execute(app.ctx.db);
  await read(bob, post);
});
