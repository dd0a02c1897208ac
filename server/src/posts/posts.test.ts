import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { getUser } from '@roost/contract/users';
import { startAppForFile } from '../../test/app.ts';
import { castOf, type Member } from '../../test/cast.ts';
import { refusalOf } from '../../test/visitor.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

const on = (post: { _id: string }) => ({ params: { postId: post._id } });
const read = async (member: Member, post: { _id: string }) =>
  (await member.call(posts.getPost, on(post))).data;

describe('creating', () => {
  test('keeps text, tags as typed and mentions of those who exist', async () => {
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

  test('refuses nothing at all, and more than the tier allows, counted as people count', async () => {
    for (const content of ['', '   \n ']) {
      expect((await refusalOf(alice.post(content))).body.message).toBe(
        'Post must have either content or media.',
      );
    }
    expect((await alice.post('👩‍👩‍👧‍👦'.repeat(100))).content).toHaveLength(1_100);
    expect((await alice.post('é'.repeat(500))).content).toHaveLength(500);
    const refusal = await refusalOf(alice.post('x'.repeat(501)));
    expect([refusal.status, refusal.body.message]).toEqual([400, 'Use at most 500 characters.']);
    // A tower of marks is one character, but not of any height.
    expect((await refusalOf(alice.post(`a${'\u0301'.repeat(4_000)}`))).status).toBe(400);
  });

  test('ignores what is not the author’s to say', async () => {
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
    const answer = await alice.visitor.fetch('/api/posts/createpost', {
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

  test('a comment takes its root’s visibility, whatever it asks for', async () => {
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

  test('a comment on a repost goes to the original', async () => {
    const original = await alice.post('original');
    const { data } = await bob.call(posts.repost, on(original));
    const comment = await carol.comment(data.repost._id, 'on the repost');
    expect(comment.parentPost).toMatchObject({ _id: original._id });
  });
});

describe('editing', () => {
  const edit = (member: Member, post: posts.Post, content: string) =>
    member.call(posts.editPost, { ...on(post), body: { content } });

  test('spends a chance and keeps who may see it', async () => {
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

  test('on a repost’s id acts on the original', async () => {
    const post = await alice.post('to be reposted');
    const { data } = await bob.call(posts.repost, on(post));
    expect((await edit(alice, data.repost, 'edited through it')).data._id).toBe(post._id);
    expect((await refusalOf(edit(bob, data.repost, 'not mine'))).status).toBe(403);
  });

  test('is the owner’s alone', async () => {
    const post = await alice.post('mine');
    expect((await refusalOf(edit(bob, post, 'yours'))).status).toBe(403);
    expect((await read(alice, post)).content).toBe('mine');
  });

  test('ends with the window or the chances', async () => {
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

  test('fifty edits at once with one chance left: exactly one happens', async () => {
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
  test('takes reposts, likes and bookmarks along; comments stay, under an unavailable parent', async () => {
    const post = await alice.post('soon gone');
    const comment = await bob.comment(post._id, 'stays');
    const { data } = await carol.call(posts.repost, on(post));
    await carol.call(posts.toggleLike, on(post));
    await carol.call(posts.toggleBookmark, on(post));
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

  test('a hidden parent looks like a deleted one', async () => {
    const root = await alice.post('between us');
    const comment = await bob.comment(root._id, 'bob answers');
    const reply = await carol.comment(comment._id, 'carol answers bob');
    const before = (await read(carol, reply)).parentPost;
    expect(before).toMatchObject({ content: 'bob answers' });
    await app.ctx.db
      .insertInto('blocks')
      .values({ blocker_id: bob.id, blocked_id: alice.id })
      .execute();
    // Alice is blocked by the one it answers, so carol's reply goes as well.
    expect((await refusalOf(alice.call(posts.getPost, on(reply)))).status).toBe(404);
    await app.ctx.db.deleteFrom('blocks').execute();
  });

  test('is the owner’s alone, and a repost’s reposter’s', async () => {
    const post = await alice.post('mine');
    const { data } = await bob.call(posts.repost, on(post));
    expect((await refusalOf(bob.call(posts.deletePost, on(post)))).status).toBe(403);
    expect((await refusalOf(alice.call(posts.deletePost, on(data.repost)))).status).toBe(403);
    await bob.call(posts.deletePost, on(data.repost));
    expect((await read(bob, post)).isRepostedByCurrentUser).toBe(false);
  });

  test('one’s own comment can be deleted also where it is hidden by now', async () => {
    const root = await alice.post('for a while', 'followers');
    await bob.follow(alice);
    const comment = await bob.comment(root._id, 'was here');
    await bob.visitor.fetch(`/api/follow/${alice.id}`, { method: 'DELETE' });
    expect((await refusalOf(bob.call(posts.getPost, on(comment)))).status).toBe(404);
    await bob.call(posts.deletePost, on(comment));
    expect((await read(alice, root)).stats.commentCount).toBe(0);
  });
});

describe('reposting', () => {
  test('again changes nothing; the card repeats its original', async () => {
    const post = await alice.post('worth it');
    const first = await bob.call(posts.repost, on(post));
    const again = await bob.call(posts.repost, on(post));
    expect(again.data.repost._id).toBe(first.data.repost._id);
    expect(first.data.repost).toMatchObject({
      isRepost: true,
      content: 'worth it',
      isRepostedByCurrentUser: true,
      ownerid: { username: 'bob' },
      stats: { repostCount: 1 },
      originalPost: { _id: post._id, ownerid: { username: 'alice' } },
    });
    expect((await bob.call(posts.unrepost, on(post))).data.originalPostId).toBe(post._id);
    await bob.call(posts.unrepost, on(post));
    expect((await read(bob, post)).stats.repostCount).toBe(0);
  });

  test('of a followers-only post is its author’s alone', async () => {
    const post = await alice.post('ours', 'followers');
    await bob.follow(alice);
    expect((await refusalOf(bob.call(posts.repost, on(post)))).status).toBe(403);
    await alice.call(posts.repost, on(post));
    expect((await refusalOf(carol.call(posts.getPost, on(post)))).status).toBe(404);
  });
});

test('liking and bookmarking on a repost act on the original', async () => {
  const post = await alice.post('liked through a repost');
  const { data } = await bob.call(posts.repost, on(post));
  const like = await carol.call(posts.toggleLike, on(data.repost));
  expect(like.data).toEqual({ liked: true, postId: post._id, likeCount: 1 });
  const bookmark = await carol.call(posts.toggleBookmark, on(data.repost));
  expect(bookmark.data).toMatchObject({
    bookmarked: true,
    bookmarks: expect.arrayContaining([post._id]),
  });
  expect(await read(carol, post)).toMatchObject({
    isLikedByCurrentUser: true,
    isBookmarkedByCurrentUser: true,
  });
  const off = await carol.call(posts.toggleLike, on(post));
  expect(off.data).toEqual({ liked: false, postId: post._id, likeCount: 0 });
});

test('a person’s profile counts what the viewer may see', async () => {
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

test('nobody is named across a block', async () => {
  await bob.toggleBlock(carol);
  expect((await carol.post('hello @bob and @alice')).mentions).toEqual(['alice']);
  expect((await bob.post('hello @carol')).mentions).toEqual([]);
  await bob.toggleBlock(carol);
});

test('newest bookmarks leave out what is hidden by now', async () => {
  const post = await bob.post('bookmarked, then hidden');
  const other = await alice.post('bookmarked as well');
  await carol.call(posts.toggleBookmark, on(post));
  await bob.toggleBlock(carol);
  const { data } = await carol.call(posts.toggleBookmark, on(other));
  expect(data.bookmarks).toContain(other._id);
  expect(data.bookmarks).not.toContain(post._id);
  await bob.toggleBlock(carol);
});

test('one’s own comments don’t make a post popular; three other people do', async () => {
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
  await bob.call(posts.toggleLike, on(post));
  await bob.call(posts.repost, on(post));
  await carol.comment(post._id, 'hm');
  expect(await popularSince(post)).toBeNull();
  await dan.call(posts.toggleLike, on(post));
  expect(await popularSince(post)).not.toBeNull();
});

test('a column added while serving disturbs nobody', async () => {
  const post = await alice.post('before the migration');
  await read(bob, post);
  await sql`alter table posts add column added_later text`.execute(app.ctx.db);
  expect((await read(bob, post)).content).toBe('before the migration');
  await bob.call(posts.toggleLike, on(post));
  await sql`alter table posts drop column added_later`.execute(app.ctx.db);
  await read(bob, post);
});
