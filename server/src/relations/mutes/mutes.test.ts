// Long because its tests share one app and its members.
import { describe, expect, test } from 'vitest';
import * as feed from '@roost/contract/feed';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as reposts from '@roost/contract/reposts';
import { listHashtag, searchPosts, searchUsers, suggestHashtags } from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

let count = 0;
async function castFor<Name extends string>(...names: Name[]): Promise<Record<Name, Member>> {
  count += 1;
  const members = await crowdOf(app, names.length, `muting${count}_`);
  return Object.fromEntries(names.map((name, n) => [name, members[n]!])) as Record<Name, Member>;
}

const mute = async (
  member: Member,
  other: Pick<Member, 'id'>,
  body: { minutes?: number; reposts?: boolean } = {},
) => (await member.call(relations.muteUser, { params: { userId: other.id }, body })).data;
const unmute = async (member: Member, other: Member) =>
  member.call(relations.unmuteUser, { params: { userId: other.id } });
const repost = async (member: Member, postId: string) =>
  (await member.call(reposts.repost, { params: { postId } })).data.repost;
const like = async (member: Member, postId: string) =>
  member.call(reactions.toggleLike, { params: { postId } });

async function feedOf(member: Member, tab: feed.FeedTab = 'foryou', limit = 50) {
  const { data } = await member.call(feed.getFeed, { query: { tab, limit } });
  return data.posts.map(({ _id }) => _id);
}

async function toldTo(member: Member) {
  const [plain, grouped] = [
    (await member.call(notifications.listNotifications, { query: {} })).data,
    (await member.call(notifications.listNotifications, { query: { grouped: '1' } })).data,
  ];
  const unread = (await member.call(notifications.countUnread, {})).data.unreadCount;
  expect(plain.unreadCount).toBe(unread);
  expect(plain.pagination.totalNotifications).toBe(plain.notifications.length);
  expect(
    grouped.groups?.flatMap(({ senders }) => senders.map(({ _id }) => _id)).toSorted(),
  ).toEqual(plain.notifications.map(({ sender }) => sender._id).toSorted());
  return { from: plain.notifications.map(({ sender }) => sender._id), unread };
}

async function profileOf(viewer: Member, other: Member) {
  const params = { username: other.username };
  return users.profile.parse((await viewer.call(users.getUser, { params })).data.user);
}

/** Ends the running mutes of a person, as if their time had passed. */
async function endMutes(member: Member) {
  await app.ctx.db
    .updateTable('mutes')
    .set({ until: new Date(Date.now() - 1_000) })
    .where('muter_id', '=', member.id)
    .execute();
}

describe('the feed', () => {
  test.each(['foryou', 'following'] as const)(
    'in %s, posts and reposts by and of a muted person disappear and come back',
    async (tab) => {
      const { me, muted, friend } = await castFor('me', 'muted', 'friend');
      await me.follow(muted);
      await me.follow(friend);
      const own = await muted.post('by the muted person');
      const kept = await friend.post('by a friend');
      const ofOwn = await repost(friend, own._id);
      const byMuted = await repost(muted, kept._id);
      const before = await feedOf(me, tab);
      expect(before).toEqual(expect.arrayContaining([own._id, kept._id]));
      await mute(me, muted);
      const after = await feedOf(me, tab);
      expect(after).toContain(kept._id);
      for (const id of [own._id, ofOwn._id, byMuted._id]) expect(after).not.toContain(id);
      await unmute(me, muted);
      expect(await feedOf(me, tab)).toContain(own._id);
    },
  );

  test('a list that the reader pages through leaves them out at once, and fills its pages', async () => {
    const { me, muted, friend } = await castFor('me', 'muted', 'friend');
    await me.follow(muted);
    await me.follow(friend);
    const kept: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      kept.push((await friend.post(`kept ${n}`))._id);
      await muted.post(`muted ${n}`);
    }
    const first = await me.call(feed.getFeed, { query: { tab: 'following', limit: 2 } });
    expect(first.data.posts.map(({ ownerid }) => ownerid._id)).toEqual([muted.id, friend.id]);
    await mute(me, muted);
    const next = await me.call(feed.getFeed, {
      query: { tab: 'following', limit: 2, cursor: first.data.pagination.nextCursor ?? undefined },
    });
    expect(next.data.posts.map(({ _id }) => _id)).toEqual([kept[4], kept[3]]);
    const second = await me.call(feed.getFeed, { query: { tab: 'following', limit: 2, page: 2 } });
    expect(second.data.posts.map(({ _id }) => _id)).toEqual([kept[3], kept[2]]);
  });

  test('a mute of reposts keeps the person’s own posts', async () => {
    const { me, muted, writer } = await castFor('me', 'muted', 'writer');
    await me.follow(muted);
    const foreign = await writer.post('a foreign post', 'public');
    const own = await muted.post('an own post');
    const reposted = await repost(muted, foreign._id);
    expect(await feedOf(me, 'following')).toEqual(expect.arrayContaining([own._id, reposted._id]));
    expect(await mute(me, muted, { reposts: true })).toEqual({ until: null, reposts: true });
    const after = await feedOf(me, 'following');
    expect(after).toContain(own._id);
    expect(after).not.toContain(reposted._id);
  });

  test('a muted repost does not displace the repost of somebody else', async () => {
    const { me, muted, friend, writer } = await castFor('me', 'muted', 'friend', 'writer');
    await me.follow(muted);
    await me.follow(friend);
    const foreign = await writer.post('reposted twice');
    await repost(muted, foreign._id);
    const second = await repost(friend, foreign._id);
    await mute(me, muted, { reposts: true });
    expect(await feedOf(me, 'following')).toContain(second._id);
  });

  test('the count of new posts leaves them out', async () => {
    const { me, muted, friend, writer } = await castFor('me', 'muted', 'friend', 'writer');
    for (const other of [muted, friend]) await me.follow(other);
    const foreign = await writer.post('before');
    const { data: list } = await me.call(feed.getFeed, { query: { tab: 'following' } });
    await mute(me, muted);
    await mute(me, friend, { reposts: true });
    const news = async () =>
      (
        await me.call(feed.countNewPosts, {
          query: { since: list.since, tab: 'following' },
        })
      ).data.count;
    await muted.post('not counted');
    await repost(friend, foreign._id);
    expect(await news()).toBe(0);
    await friend.post('counted');
    expect(await news()).toBe(1);
  });

  test('it does not hide own posts, pages of people and threads', async () => {
    const { me, muted } = await castFor('me', 'muted');
    const own = await muted.post('a thread of the muted person');
    const answer = await muted.comment(own._id, 'and a comment');
    await mute(me, muted);
    const mine = await repost(me, own._id);
    expect(await feedOf(me, 'following')).toContain(mine._id);
    const params = { postId: own._id };
    expect((await me.call(posts.getPost, { params })).data._id).toBe(own._id);
    const thread = await me.call(posts.listComments, { params, query: {} });
    expect(thread.data.comments.map(({ _id }) => _id)).toEqual([answer._id]);
    const page = await me.call(posts.listUserPosts, { params: { userId: muted.id }, query: {} });
    expect(page.data.posts.map(({ _id }) => _id)).toEqual([own._id]);
  });
});

describe('search', () => {
  test('posts and hashtags leave out muted people, and fill their pages', async () => {
    const { me, muted, friend } = await castFor('me', 'muted', 'friend');
    const tag = `quail${count}`;
    const kept: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      kept.unshift((await friend.post(`#${tag} kept`))._id);
      await muted.post(`#${tag} muted`);
    }
    await mute(me, muted);
    for (const query of [tag, `#${tag}`]) {
      const { data } = await me.call(searchPosts, { query: { query, limit: 3 } });
      expect(data.posts.map(({ _id }) => _id)).toEqual(kept.slice(0, 3));
    }
    const listed = await me.call(listHashtag, { params: { tag }, query: { limit: 3 } });
    expect(listed.data.posts.map(({ _id }) => _id)).toEqual(kept.slice(0, 3));
    const tags = await me.call(suggestHashtags, { query: { query: tag } });
    expect(tags.data).toEqual([{ _id: tag, count: 4 }]);
    // A mute of reposts says nothing about posts, and search lists no reposts.
    await mute(me, muted, { reposts: true });
    const all = await me.call(searchPosts, { query: { query: tag, limit: 50 } });
    expect(all.data.posts).toHaveLength(8);
  });

  test('suggestions leave out muted people, and the search for names does not', async () => {
    const { me, friend, muted } = await castFor('me', 'friend', 'muted');
    await me.follow(friend);
    await friend.follow(muted);
    const first = async () =>
      (await me.call(users.listSuggested, { query: { limit: 1 } })).data[0]?._id;
    expect(await first()).toBe(muted.id);
    await mute(me, muted);
    expect(await first()).not.toBe(muted.id);
    const { data } = await me.call(searchUsers, { query: { query: muted.username } });
    expect(data.users.map(({ _id }) => _id)).toContain(muted.id);
  });
});

describe('notifications', () => {
  test('earlier ones disappear with their unread count, and new ones are not made', async () => {
    const { me, muted, friend } = await castFor('me', 'muted', 'friend');
    const post = await me.post('liked by two');
    await like(muted, post._id);
    await like(friend, post._id);
    await muted.comment(post._id, 'a comment');
    expect(await toldTo(me)).toMatchObject({ unread: 3 });
    const tab = await openTab(me);
    await mute(me, muted);
    expect(await toldTo(me)).toEqual({ from: [friend.id], unread: 1 });
    await expect.poll(() => tab.all('notificationsChanged')).toMatchObject([{ unreadCount: 1 }]);
    await muted.follow(me);
    await repost(muted, post._id);
    await muted.comment(post._id, `hello @${me.username}`);
    await friend.follow(me);
    await expect.poll(() => tab.all('newNotification')).toMatchObject([{ unreadCount: 2 }]);
    expect(await toldTo(me)).toEqual({ from: [friend.id, friend.id], unread: 2 });
    await unmute(me, muted);
    // The earlier ones are back. Nothing was made meanwhile.
    expect(await toldTo(me)).toMatchObject({ unread: 4 });
  });

  test('a mute of reposts hides only the notifications of reposts', async () => {
    const { me, muted } = await castFor('me', 'muted');
    const [one, two] = [await me.post('one'), await me.post('two')];
    await repost(muted, one._id);
    await mute(me, muted, { reposts: true });
    expect(await toldTo(me)).toEqual({ from: [], unread: 0 });
    await repost(muted, two._id);
    await like(muted, two._id);
    expect(await toldTo(me)).toEqual({ from: [muted.id], unread: 1 });
  });
});

describe('a mute', () => {
  test('it ends after its time, and the profile shows it only to the viewer', async () => {
    const { me, muted } = await castFor('me', 'muted');
    await me.follow(muted);
    const post = await muted.post('muted for an hour');
    const { until, reposts: isForReposts } = await mute(me, muted, { minutes: 60 });
    expect(isForReposts).toBe(false);
    const left = new Date(String(until)).getTime() - Date.now();
    expect(left).toBeGreaterThan(58 * 60_000);
    expect(left).toBeLessThan(61 * 60_000);
    expect((await profileOf(me, muted)).mute).toEqual({ until, reposts: false });
    expect((await profileOf(muted, me)).mute).toBeNull();
    expect(await feedOf(me, 'following')).not.toContain(post._id);
    await endMutes(me);
    expect((await profileOf(me, muted)).mute).toBeNull();
    expect((await me.call(relations.listMutes, { query: {} })).data.users).toEqual([]);
    const { data } = await me.call(searchPosts, { query: { query: '"muted for an hour"' } });
    expect(data.posts.map(({ _id }) => _id)).toContain(post._id);
  });

  test('the list has the latest first, in pages, without blocked people', async () => {
    const { me, one, two, three, blocked } = await castFor('me', 'one', 'two', 'three', 'blocked');
    for (const other of [one, two, blocked, three]) await mute(me, other);
    await blocked.toggleBlock(me);
    await mute(me, one, { minutes: 5, reposts: true });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { data } = await me.call(relations.listMutes, { query });
      seen.push(...data.users.map(({ _id }) => _id));
      if (!cursor) expect(data.users[0]?.mute.reposts).toBe(true);
      cursor = data.pagination.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([one.id, three.id, two.id]);
    expect((await one.call(relations.listMutes, { query: {} })).data.users).toEqual([]);
  });

  test('wrong times, the viewer and a missing person are refused', async () => {
    const { me, other } = await castFor('me', 'other');
    for (const minutes of [0, -1, 1.5, relations.MAX_MUTE_MINUTES + 1])
      expect((await refusalOf(mute(me, other, { minutes }))).status).toBe(400);
    expect((await refusalOf(mute(me, me))).status).toBe(400);
    expect((await refusalOf(mute(me, { id: NOBODY }))).status).toBe(404);
    await unmute(me, other);
    expect((await me.call(relations.listMutes, { query: {} })).data.users).toEqual([]);
  });

  test('nothing changes for the muted person', async () => {
    const { me, muted } = await castFor('me', 'muted');
    await me.follow(muted);
    const before = [await profileOf(muted, me), await profileOf(muted, muted)];
    const tab = await openTab(muted);
    await mute(me, muted);
    await like(me, (await muted.post('still liked'))._id);
    await expect.poll(() => tab.all('newNotification').length).toBe(1);
    expect(tab.all('notificationsChanged')).toEqual([]);
    const after = [await profileOf(muted, me), await profileOf(muted, muted)];
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ followersCount: 1 });
  });
});
