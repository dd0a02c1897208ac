// Long because its tests share one app and its moderators.
import { afterAll, describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { countUnread, listNotifications } from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as search from '@roost/contract/search';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, join, type Member } from '../../../test/support/cast.ts';
import { history, listed, open, openTab, send } from '../../../test/support/chat.ts';
import { fileOf, noise, pathOf, postWith, send as upload } from '../../../test/support/media.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice: author, bob, carol, dan } = await castOf(app);
const moe = await joinStaff(app, 'moe');
await bob.follow(author);

afterAll(async () => {
  expect(await findDrift(app.ctx)).toEqual([]);
});

const on = ({ _id }: { _id: string }) => ({ params: { postId: _id } });

/** Opens a case about a post or message. */
async function caseAbout(type: 'post' | 'message', { _id }: { _id: string }, by: Member = bob) {
  await report(by, type, _id);
  return (await caseOf(moe, _id))._id;
}

/** Everything that others see of a post, from each place that can show it. */
async function tracesFor(member: Member, post: posts.Post): Promise<string[]> {
  const places = {
    post: `/api/posts/${post._id}`,
    search: '/api/posts/search?limit=50&query=withheld',
    hashtag: '/api/posts/hashtag/withheldtag?limit=50',
    profile: `/api/posts/user/${author.id}?limit=50`,
    comments: `/api/posts/user/${author.id}/comments?limit=50`,
    reposter: `/api/posts/user/${carol.id}?limit=50`,
    likes: '/api/posts/user-likes?limit=50',
    bookmarks: '/api/users/bookmarks?limit=50',
    feed: '/api/posts/feed?limit=50',
    notifications: '/api/notifications?limit=50',
  };
  const seen = [];
  for (const [name, path] of Object.entries(places))
    if ((await (await member.client.fetch(path)).text()).includes(post.content)) seen.push(name);
  return seen;
}

/** A post that everybody engaged with. */
async function popularPost(content: string): Promise<posts.Post> {
  const post = await author.post(content);
  for (const member of [bob, carol, dan]) {
    await member.call(reactions.toggleLike, on(post));
    await member.call(reactions.toggleBookmark, on(post));
  }
  await carol.call(reposts.repost, on(post));
  await bob.comment(post._id, 'an answer');
  return post;
}

describe.each(['hide', 'remove'] as const)('%s', (action) => {
  test('others see what they see of a deleted post, and a dismissal brings everything back', async () => {
    const post = await popularPost(`withheld by ${action} #withheldtag`);
    const before = await tracesFor(bob, post);
    expect(before).toEqual(
      expect.arrayContaining([
        'post',
        'search',
        'hashtag',
        'profile',
        'reposter',
        'likes',
        'bookmarks',
      ]),
    );
    const stats = (await bob.call(posts.getPost, on(post))).data.stats;
    const caseId = await caseAbout('post', post);
    await decide(moe, caseId, { action });
    for (const member of [bob, carol, dan]) expect(await tracesFor(member, post)).toEqual([]);
    const gone = await author.post('gone');
    await author.call(posts.deletePost, on(gone));
    const [hidden, deleted] = await Promise.all(
      [post, gone].map(async (each) => (await refusalOf(bob.call(posts.getPost, on(each)))).body),
    );
    expect(hidden).toEqual(deleted);
    expect(await findDrift(app.ctx)).toEqual([]);
    await decide(moe, caseId, { action: 'dismiss' });
    expect(await tracesFor(bob, post)).toEqual(expect.arrayContaining(before));
    expect((await bob.call(posts.getPost, on(post))).data.stats).toEqual(stats);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('its notifications go, and come back with it', async () => {
    const post = await author.post(`with notifications, ${action}`);
    await bob.call(reactions.toggleLike, on(post));
    await carol.comment(post._id, 'an answer');
    const about = async () => {
      const { data } = await author.call(listNotifications, { query: { limit: 50 } });
      const liked = data.notifications.filter((each) => each.type === 'like');
      const isListed = liked.some((each) => each.post?._id === post._id);
      const { unreadCount } = (await author.call(countUnread, {})).data;
      return { isListed, total: data.pagination.totalNotifications, unreadCount };
    };
    const before = await about();
    const caseId = await caseAbout('post', post);
    await decide(moe, caseId, { action });
    expect(await about()).toEqual({
      isListed: false,
      total: before.total - 1,
      unreadCount: before.unreadCount - 1,
    });
    await decide(moe, caseId, { action: 'dismiss' });
    expect(await about()).toEqual(before);
  });

  test('nobody can like, answer, repost, bookmark or edit it', async () => {
    const post = await author.post(`untouched after ${action}`);
    await decide(moe, await caseAbout('post', post), { action });
    for (const member of [author, bob]) {
      for (const endpoint of [reactions.toggleLike, reposts.repost])
        expect((await refusalOf(member.call(endpoint, on(post)))).status).toBe(404);
      expect((await refusalOf(member.comment(post._id, 'answer'))).status).toBe(404);
    }
    const edit = author.call(posts.editPost, { ...on(post), body: { content: 'better' } });
    expect([403, 404]).toContain((await refusalOf(edit)).status);
  });

  test('a comment leaves an empty place in its thread only while it has answers', async () => {
    const post = await bob.post('with a thread');
    const [leaf, branch] = [
      await author.comment(post._id, 'a leaf'),
      await author.comment(post._id, 'a branch'),
    ];
    await carol.comment(branch._id, 'on the branch');
    const shape = async () =>
      (await dan.call(posts.listComments, { ...on(post), query: {} })).data.comments.map(
        ({ content }) => content,
      );
    expect(await shape()).toEqual(['a leaf', 'a branch', 'on the branch']);
    const cases = [await caseAbout('post', leaf), await caseAbout('post', branch)];
    for (const id of cases) await decide(moe, id, { action });
    expect(await shape()).toEqual(['', 'on the branch']);
    expect((await dan.call(posts.getPost, on(post))).data.stats.commentCount).toBe(0);
    for (const id of cases) await decide(moe, id, { action: 'dismiss' });
    expect(await shape()).toEqual(['a leaf', 'a branch', 'on the branch']);
    expect((await dan.call(posts.getPost, on(post))).data.stats.commentCount).toBe(2);
  });

  test('a comment comes back below comments that were deleted meanwhile', async () => {
    const post = await bob.post('with a deep thread');
    const parent = await carol.comment(post._id, 'a parent');
    const child = await author.comment(parent._id, 'a child');
    const caseId = await caseAbout('post', child);
    await decide(moe, caseId, { action });
    await carol.call(posts.deletePost, on(parent));
    expect((await dan.call(posts.listComments, { ...on(post), query: {} })).data.comments).toEqual(
      [],
    );
    await decide(moe, caseId, { action: 'dismiss' });
    const { comments } = (await dan.call(posts.listComments, { ...on(post), query: {} })).data;
    expect(comments.map(({ content }) => content)).toEqual(['', 'a child']);
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});

describe('the author', () => {
  test('sees a hidden post with a mark, and can delete it', async () => {
    const post = await author.post('mine, hidden');
    await decide(moe, await caseAbout('post', post), { action: 'hide' });
    expect((await author.call(posts.getPost, on(post))).data.isHiddenByModeration).toBe(true);
    const own = await author.call(posts.listUserPosts, {
      params: { userId: author.id },
      query: {},
    });
    expect(own.data.posts.find(({ _id }) => _id === post._id)?.isHiddenByModeration).toBe(true);
    await author.call(posts.deletePost, on(post));
    expect((await refusalOf(author.call(posts.getPost, on(post)))).status).toBe(404);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('does not see a removed post', async () => {
    const post = await author.post('mine, removed');
    await decide(moe, await caseAbout('post', post), { action: 'remove' });
    expect((await refusalOf(author.call(posts.getPost, on(post)))).status).toBe(404);
    expect((await refusalOf(author.call(posts.deletePost, on(post)))).status).toBe(404);
  });

  test('sees no mark on other posts', async () => {
    const post = await author.post('plain');
    expect((await author.call(posts.getPost, on(post))).data).not.toHaveProperty(
      'isHiddenByModeration',
    );
  });
});

test('hide and remove can follow each other', async () => {
  const post = await popularPost('withheld in turns #withheldtag');
  const caseId = await caseAbout('post', post);
  const statusFor = async (member: Member) =>
    (await member.client.fetch(`/api/posts/${post._id}`)).status;
  for (const action of ['hide', 'remove', 'hide', 'remove'] as const) {
    await decide(moe, caseId, { action });
    expect([await statusFor(author), await statusFor(bob)]).toEqual([
      action === 'hide' ? 200 : 404,
      404,
    ]);
    expect(await findDrift(app.ctx)).toEqual([]);
  }
  await decide(moe, caseId, { action: 'warn' });
  expect([await statusFor(author), await statusFor(bob)]).toEqual([200, 200]);
  const found = await bob.call(search.searchPosts, { query: { query: 'withheld turns' } });
  expect(found.data.posts.map(({ _id }) => _id)).toEqual([post._id]);
});

test('a post that its author deletes first stays deleted', async () => {
  const post = await author.post('deleted first');
  const caseId = await caseAbout('post', post);
  await author.call(posts.deletePost, on(post));
  for (const action of ['hide', 'dismiss'] as const) await decide(moe, caseId, { action });
  expect((await refusalOf(author.call(posts.getPost, on(post)))).status).toBe(404);
});

describe('media', () => {
  const picture = async () => fileOf('a.png', noise(80, 80).png());

  test('of a hidden post are for the author and the staff only', async () => {
    const post = await postWith(author, { content: 'with a picture' }, [await picture()]);
    const address = pathOf(post.media[0]!.url);
    expect((await app.client().fetch(address)).status).toBe(200);
    const caseId = await caseAbout('post', post);
    await decide(moe, caseId, { action: 'hide' });
    expect((await app.client().fetch(address)).status).toBe(404);
    expect((await bob.client.fetch(address)).status).toBe(404);
    const own = (await author.call(posts.getPost, on(post))).data.media[0]!.url;
    expect((await author.client.fetch(pathOf(own))).status).toBe(200);
    expect((await bob.client.fetch(pathOf(own))).status).toBe(403);
    const { now } = await show(moe, caseId);
    const shown = now?.type === 'post' ? now.media[0]!.url : '';
    expect((await moe.client.fetch(pathOf(shown))).status).toBe(200);
    await decide(moe, caseId, { action: 'dismiss' });
    expect((await app.client().fetch(address)).status).toBe(200);
  });

  test('of a suspended person are for the staff only, until the suspension ends', async () => {
    const person = await join(app, 'pictured');
    const post = await postWith(person, { content: 'by somebody suspended' }, [await picture()]);
    const address = pathOf(post.media[0]!.url);
    const caseId = await caseAbout('post', post);
    await decide(moe, caseId, { action: 'suspend' });
    expect((await app.client().fetch(address)).status).toBe(404);
    expect((await bob.client.fetch(address)).status).toBe(404);
    expect((await moe.client.fetch(address)).status).toBe(200);
    await decide(moe, caseId, { action: 'dismiss' });
    expect((await app.client().fetch(address)).status).toBe(200);
  });

  test('of a removed post are refused when they come again, until the decision ends', async () => {
    const file = await picture();
    const post = await postWith(author, { content: 'removed with a picture' }, [file]);
    const caseId = await caseAbout('post', post);
    await decide(moe, caseId, { action: 'remove' });
    for (const member of [author, bob]) {
      const answer = await upload(member, file);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        403,
        'file_refused',
      ]);
    }
    expect((await upload(bob, await picture())).status).toBe(201);
    await decide(moe, caseId, { action: 'hide' });
    expect((await upload(bob, file)).status).toBe(201);
  });
});

describe('a message', () => {
  const texts = async (member: Member, id: string) =>
    (await history(member, id)).map(({ content }) => content);

  test('that is removed goes for both people, and comes back for both', async () => {
    const talk = await open(author, dan);
    await send(author, talk._id, 'a first one');
    const bad = await send(author, talk._id, 'a bad one');
    const tabs = [await openTab(author), await openTab(dan)];
    const caseId = await caseAbout('message', bad, dan);
    await decide(moe, caseId, { action: 'remove' });
    for (const tab of tabs)
      await expect
        .poll(() =>
          tab.all<{ messageId: string }>('messageDeleted').map(({ messageId }) => messageId),
        )
        .toEqual([bad._id]);
    for (const member of [author, dan]) {
      expect(await texts(member, talk._id)).toEqual(['a first one']);
      expect((await listed(member, talk._id))?.lastMessage?.content).toBe('a first one');
    }
    expect((await listed(dan, talk._id))?.currentUserUnreadCount).toBe(1);
    expect(await findDrift(app.ctx)).toEqual([]);
    await decide(moe, caseId, { action: 'dismiss' });
    for (const member of [author, dan])
      expect(await texts(member, talk._id)).toEqual(['a first one', 'a bad one']);
    expect((await listed(dan, talk._id))?.currentUserUnreadCount).toBe(2);
    expect(await findDrift(app.ctx)).toEqual([]);
    for (const { socket } of tabs) socket.close();
  });

  test('keeps its picture from both people while it is removed', async () => {
    const talk = await open(author, carol);
    const form = new FormData();
    const { bytes } = await fileOf('a.png', noise(80, 80).png());
    form.append('images', new Blob([bytes]), 'a.png');
    const sent = await author.client.fetch('/api/chat/message-media-upload', {
      method: 'POST',
      body: form,
    });
    const { data } = (await sent.json()) as { data: { _id: string }[] };
    const message = await send(author, talk._id, 'look', { media: [data[0]!._id] });
    const address = pathOf((await history(carol, talk._id))[0]!.media[0]!.url);
    const caseId = await caseAbout('message', message, carol);
    await decide(moe, caseId, { action: 'hide' });
    expect((await carol.client.fetch(address)).status).toBe(403);
    await decide(moe, caseId, { action: 'dismiss' });
    expect((await history(carol, talk._id))[0]!.media).toHaveLength(1);
  });

  test('that was removed cannot be sent again with its clientId', async () => {
    const talk = await open(bob, dan);
    const message = await send(bob, talk._id, 'once', { clientId: 'the-same' });
    await decide(moe, await caseAbout('message', message, dan), { action: 'remove' });
    const again = bob.call(chat.sendMessage, {
      params: { conversationId: talk._id },
      body: { content: 'once', clientId: 'the-same' },
    });
    expect((await refusalOf(again)).body.code).toBe('already_sent');
  });
});

test('a person cannot be hidden or removed like a post', async () => {
  await report(bob, 'user', carol.id);
  const { _id } = await caseOf(moe, carol.id);
  for (const action of ['hide', 'remove'] as const)
    expect((await refusalOf(decide(moe, _id, { action }))).body.code).toBe('bad_input');
});
