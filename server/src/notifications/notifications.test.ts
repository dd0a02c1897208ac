import { describe, expect, test } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as reposts from '@roost/contract/reposts';
import * as endpoints from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, join, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { countStatements } from '../../test/support/statements.ts';
import { insertBlock } from '../relations/block.queries.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

let people = 0;
const somebody = async () => join(app, `somebody${(people += 1)}`);

async function inbox(member: Member, query: Record<string, unknown> = {}) {
  const { data } = await member.call(endpoints.listNotifications, { query });
  return data;
}

/** Summarises a member's notifications, newest first: type, sender and post text. */
async function summary(member: Member, query: Record<string, unknown> = {}): Promise<string[]> {
  const { notifications } = await inbox(member, query);
  return notifications.map(
    ({ type, sender, post }) => `${type} ${sender.username} ${post?.content ?? '-'}`,
  );
}

const like = async (member: Member, postId: string) =>
  member.call(reactions.toggleLike, { params: { postId } });

describe('the recipients of notifications', () => {
  test('owners hear of answers, likes and reposts of their posts and comments', async () => {
    const [owner, answerer] = [await somebody(), await somebody()];
    const { _id } = await owner.post('A post');
    const comment = await answerer.comment(_id, 'An answer');
    const answer = await owner.comment(comment._id, 'Thanks');
    await like(answerer, _id);
    await like(owner, comment._id);
    await answerer.call(reposts.repost, { params: { postId: _id } });
    await bob.comment(answer._id, 'Me too');
    expect(await summary(owner)).toEqual([
      'comment bob Me too',
      `repost ${answerer.username} A post`,
      `like ${answerer.username} A post`,
      `comment ${answerer.username} An answer`,
    ]);
    expect(await summary(answerer)).toEqual([
      `like ${owner.username} An answer`,
      `comment ${owner.username} Thanks`,
    ]);
    const [, , likeOfPost] = (await inbox(owner)).notifications;
    expect(likeOfPost).toMatchObject({
      message: `${answerer.username} of Roost liked your post.`,
      read: false,
      post: { _id, content: 'A post' },
      sender: { _id: answerer.id },
    });
    const [likeOfComment] = (await inbox(answerer)).notifications;
    expect(likeOfComment?.message).toContain('liked your comment.');
  });

  test('an answer that mentions its receiver makes one notification, also after an edit', async () => {
    const [owner, answerer] = [await somebody(), await somebody()];
    const { _id } = await owner.post('A post');
    const text = `Thanks, @${owner.username} and @${answerer.username}`;
    const { _id: postId } = await answerer.comment(_id, text);
    expect(await summary(owner)).toEqual([`comment ${answerer.username} ${text}`]);
    await answerer.call(posts.editPost, { params: { postId }, body: { content: 'Thanks' } });
    await answerer.call(posts.editPost, { params: { postId }, body: { content: text } });
    expect(await summary(owner)).toEqual([`comment ${answerer.username} ${text}`]);
    expect((await inbox(owner)).unreadCount).toBe(1);
    // Without notifications of comments, the mention remains.
    const body = { notificationPreferences: { types: { comment: { from: 'no one' } } } } as const;
    await owner.call(endpoints.setNotificationPreferences, { body });
    await answerer.comment(_id, `Again, @${owner.username}`);
    expect(await summary(owner, { limit: 1 })).toEqual([
      `mention ${answerer.username} Again, @${owner.username}`,
    ]);
  });

  test('followed people hear of follows, and nobody hears of their own actions', async () => {
    const [followed, follower] = [await somebody(), await somebody()];
    await follower.follow(followed);
    await follower.follow(followed);
    const { _id } = await followed.post(`Mine, says @${followed.username}`);
    await like(followed, _id);
    await followed.comment(_id, 'And mine again');
    expect(await summary(followed)).toEqual([`follow ${follower.username} -`]);
    expect(await summary(follower)).toEqual([]);
  });

  test('mentioned people hear of posts that they may see, also after an edit', async () => {
    const [writer, reader, stranger] = [await somebody(), await somebody(), await somebody()];
    await reader.follow(writer);
    const names = `@${reader.username} and @${stranger.username}`;
    await writer.post(`Only for you: ${names}`, 'followers');
    expect(await summary(reader, { type: 'mention' })).toHaveLength(1);
    expect(await summary(stranger)).toEqual([]);
    const { _id } = await writer.post(`Hello @${reader.username}`);
    const edit = async (content: string) =>
      writer.call(posts.editPost, { params: { postId: _id }, body: { content } });
    await edit(`Hello @${stranger.username}`);
    expect(await summary(stranger)).toEqual([
      `mention ${writer.username} Hello @${stranger.username}`,
    ]);
    expect(await summary(reader, { type: 'mention' })).toHaveLength(1);
    await edit(`Hello @${stranger.username} and @${stranger.username.toUpperCase()}`);
    expect(await summary(stranger)).toHaveLength(1);
  });

  test('a repeated action makes one notification, and undoing it deletes it', async () => {
    const [owner, fan] = [await somebody(), await somebody()];
    const { _id } = await owner.post('Like me');
    await like(fan, _id);
    await like(fan, _id);
    expect(await summary(owner)).toEqual([]);
    await like(fan, _id);
    const { data } = await fan.call(reposts.repost, { params: { postId: _id } });
    await fan.call(reposts.repost, { params: { postId: _id } });
    expect(await summary(owner)).toEqual([
      `repost ${fan.username} Like me`,
      `like ${fan.username} Like me`,
    ]);
    await fan.call(posts.deletePost, { params: { postId: data.repost._id } });
    await fan.follow(owner);
    expect(await summary(owner)).toHaveLength(2);
    await owner.call(posts.deletePost, { params: { postId: _id } });
    expect(await summary(owner)).toEqual([`follow ${fan.username} -`]);
    await owner.toggleBlock(fan);
    expect(await inbox(owner)).toMatchObject({
      notifications: [],
      unreadCount: 0,
      pagination: { totalNotifications: 0, totalPages: 1 },
    });
  });

  test('an edit does not repeat a notification', async () => {
    const [owner, writer] = [await somebody(), await somebody()];
    const { _id } = await owner.post('Answer me');
    const answer = await writer.comment(_id, `Hello @${owner.username}`);
    await owner.call(endpoints.deleteAllNotifications, {});
    await writer.call(posts.editPost, {
      params: { postId: answer._id },
      body: { content: `Hello again, @${owner.username}` },
    });
    expect(await summary(owner)).toEqual([]);
  });

  test('blocked people hear nothing of a thread that they cannot see', async () => {
    const [owner, banned, third] = [await somebody(), await somebody(), await somebody()];
    const { _id } = await owner.post('My thread');
    const comment = await banned.comment(_id, 'I am still here');
    await owner.toggleBlock(banned);
    await like(third, comment._id);
    await third.comment(comment._id, 'Are you');
    expect(await inbox(banned)).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  test('a like during a block is neither listed nor counted', async () => {
    const [owner, fan] = [await somebody(), await somebody()];
    const { _id } = await owner.post('A race');
    await like(fan, _id);
    // The state after a like commits between the block and its clean-up.
    await insertBlock(app.ctx, owner.id, fan.id);
    expect(await inbox(owner)).toMatchObject({
      notifications: [],
      unreadCount: 0,
      pagination: { totalNotifications: 0 },
    });
    expect((await owner.call(endpoints.countUnread, {})).data.unreadCount).toBe(0);
  });

  test('a notification hides the text of a post that its owner cannot see', async () => {
    const [writer, reader] = [await somebody(), await somebody()];
    await reader.follow(writer);
    await writer.post(`A secret for @${reader.username}`, 'followers');
    expect(await summary(reader)).toHaveLength(1);
    await reader.call(relations.unfollow, {
      params: { userId: writer.id },
    });
    expect(JSON.stringify(await inbox(reader))).not.toContain('secret');
  });
});

describe('preferences', () => {
  const types = ['like', 'comment', 'follow', 'mention', 'repost'] as const;

  async function doAll(doer: Member, owner: Member): Promise<void> {
    const { _id } = await owner.post('Something');
    await like(doer, _id);
    await doer.comment(_id, 'Said');
    await doer.follow(owner);
    await doer.post(`Hello @${owner.username}`);
    await doer.call(reposts.repost, { params: { postId: _id } });
    const own = await owner.comment(_id, 'Mine');
    await like(doer, own._id);
    await doer.comment(own._id, 'Deeper');
  }

  test.each(types)('type %s can be turned off alone', async (type) => {
    const [owner, doer] = [await somebody(), await somebody()];
    const { notificationPreferences } = await owner.call(endpoints.setNotificationPreferences, {
      body: { notificationPreferences: { types: { [type]: { from: 'no one' } } } },
    });
    expect(notificationPreferences.types[type].from).toBe('no one');
    await doAll(doer, owner);
    const { notifications, unreadCount } = await inbox(owner);
    expect(new Set(notifications.map((each) => each.type))).toEqual(
      new Set(types.filter((other) => other !== type)),
    );
    expect(unreadCount).toBe(notifications.length);
  });

  test('all types can be turned off, and changes are merged', async () => {
    const [owner, doer] = [await somebody(), await somebody()];
    const set = async (notificationPreferences: object) =>
      owner.call(endpoints.setNotificationPreferences, { body: { notificationPreferences } });
    await set({ all: { from: 'no one' } });
    await set({ types: { like: { from: 'no one' } } });
    const now = await owner.call(endpoints.getNotificationPreferences, {});
    expect(now.notificationPreferences).toMatchObject({
      all: { from: 'no one' },
      types: { like: { from: 'no one' }, repost: { from: 'anyone' } },
    });
    await doAll(doer, owner);
    expect(await inbox(owner)).toMatchObject({ notifications: [], unreadCount: 0 });
    for (const bad of [{ all: { from: 'nobody' } }, { types: { like: 'no one' } }, 'x', null])
      expect((await refusalOf(set(bad as object))).status).toBe(400);
  });
});

describe('the list', () => {
  test('owners mark and delete one notification or all, and nobody else can', async () => {
    const owner = await somebody();
    const { _id } = await owner.post('Popular');
    for (const fan of [alice, bob, carol]) await like(fan, _id);
    const { notifications } = await inbox(owner);
    const [first, second] = notifications.map((each) => each._id);
    const one = { params: { notificationId: String(first) } };
    for (const call of [endpoints.markRead, endpoints.deleteNotification])
      expect((await refusalOf(alice.call(call, one))).status).toBe(404);
    await owner.call(endpoints.markRead, one);
    await owner.call(endpoints.markRead, one);
    expect((await owner.call(endpoints.countUnread, {})).data.unreadCount).toBe(2);
    await owner.call(endpoints.deleteNotification, { params: { notificationId: String(second) } });
    expect((await inbox(owner)).unreadCount).toBe(1);
    await owner.call(endpoints.markAllRead, {});
    expect((await inbox(owner)).unreadCount).toBe(0);
    expect(await summary(owner)).toHaveLength(2);
    await owner.call(endpoints.deleteAllNotifications, {});
    expect(await summary(owner)).toEqual([]);
  });

  test('page numbers and cursors agree, with totals and constant statements', async () => {
    const [owner, fan] = [await somebody(), await somebody()];
    for (let n = 0; n < 12; n += 1) await like(fan, (await owner.post(`Post ${n}`))._id);
    const first = await inbox(owner);
    expect(first.notifications).toHaveLength(10);
    expect(first.pagination).toMatchObject({
      currentPage: 1,
      totalPages: 2,
      totalNotifications: 12,
    });
    const second = await inbox(owner, { page: 2 });
    expect(second.notifications.map(({ post }) => post?.content)).toEqual(['Post 1', 'Post 0']);
    expect((await inbox(owner, { cursor: first.pagination.nextCursor })).notifications).toEqual(
      second.notifications,
    );
    const count = async (limit: number) =>
      countStatements(app, async () => inbox(owner, { limit }));
    expect(await count(1)).toBe(await count(12));
  });
});
