import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as feed from '@roost/contract/feed';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

let count = 0;
/** An owner who approves followers, and other people. */
async function sceneOf<Name extends string>(...names: Name[]) {
  count += 1;
  const members = await crowdOf(app, names.length + 1, `scene${count}_`);
  const owner = members[0]!;
  await approve(owner, true);
  const others = Object.fromEntries(names.map((name, n) => [name, members[n + 1]!]));
  return { owner, ...(others as Record<Name, Member>) };
}

const approve = async (owner: Member, followApproval: boolean) =>
  owner.call(users.updatePrivacy, { body: { followApproval } });
const requestsTo = async (owner: Member) =>
  (await owner.call(relations.listFollowRequests, {})).data;
const accept = async (owner: Member, other: Member) =>
  owner.call(relations.acceptFollowRequest, { params: { userId: other.id } });
const refuse = async (owner: Member, other: Member) =>
  owner.call(relations.refuseFollowRequest, { params: { userId: other.id } });
const unfollow = async (follower: Member, other: Member) =>
  (await follower.call(relations.unfollow, { params: { userId: other.id } })).data;

async function profileOf(viewer: Member, other: Member) {
  const params = { username: other.username };
  return users.profile.parse((await viewer.call(users.getUser, { params })).data.user);
}

describe('a request to follow', () => {
  test('it waits for the person, and gives no access', async () => {
    const { owner, fan } = await sceneOf('fan');
    const closed = await owner.post('for followers', 'followers');
    const response = await fan.client.fetch(`/api/follow/${owner.id}`, { method: 'POST' });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ data: { following: false, requested: true } });
    const again = await fan.client.fetch(`/api/follow/${owner.id}`, { method: 'POST' });
    expect(again.status).toBe(202);
    expect(await profileOf(fan, owner)).toMatchObject({
      isFollowingByCurrentUser: false,
      isFollowRequestedByCurrentUser: true,
      followersCount: 0,
    });
    expect(await profileOf(owner, fan)).toMatchObject({
      isFollowRequestedByCurrentUser: false,
      followsCurrentUser: false,
    });
    const { users: asking, count: waiting } = await requestsTo(owner);
    expect(asking.map(({ _id }) => _id)).toEqual([fan.id]);
    expect(waiting).toBe(1);
    expect((await owner.call(auth.getMe, {})).data.followRequestsCount).toBe(1);
    expect((await fan.call(auth.getMe, {})).data.followRequestsCount).toBe(0);
    const params = { postId: closed._id };
    expect((await refusalOf(fan.call(posts.getPost, { params }))).status).toBe(404);
    // No notification of a follow, because there is none yet.
    const told = await owner.call(notifications.listNotifications, { query: {} });
    expect(told.data.notifications).toEqual([]);
  });

  test('after the person accepts, it is a follow like any other', async () => {
    const { owner, fan } = await sceneOf('fan');
    const closed = await owner.post('for followers', 'followers');
    await fan.follow(owner);
    await fan.call(feed.getFeed, { query: {} });
    await accept(owner, fan);
    expect(await profileOf(fan, owner)).toMatchObject({
      isFollowingByCurrentUser: true,
      isFollowRequestedByCurrentUser: false,
      followersCount: 1,
    });
    expect((await requestsTo(owner)).count).toBe(0);
    const { data } = await fan.call(feed.getFeed, { query: {} });
    expect(data.posts.map(({ _id }) => _id)).toContain(closed._id);
    const told = await owner.call(notifications.listNotifications, { query: {} });
    expect(told.data.notifications.map(({ type }) => type)).toEqual(['follow']);
    expect((await refusalOf(accept(owner, fan))).status).toBe(404);
    // A follower who follows again asks for nothing.
    const again = await fan.client.fetch(`/api/follow/${owner.id}`, { method: 'POST' });
    expect(again.status).toBe(200);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('tabs of the person who asked learn at once that it was accepted', async () => {
    const { owner, other, fan } = await sceneOf('fan', 'other');
    await approve(other, true);
    await fan.follow(owner);
    await fan.follow(other);
    const tab = await openTab(fan);
    await accept(owner, fan);
    await expect
      .poll(() => tab.all('notificationsChanged'))
      .toMatchObject([{ acceptedBy: [owner.id], unreadCount: 0 }]);
    await accept(other, fan);
    await unfollow(fan, owner);
    // A tab that missed both gets only what is still true.
    const late = await openTab(fan, { auth: { since: tab.seq } });
    await expect
      .poll(() => late.all('notificationsChanged'))
      .toMatchObject([{ acceptedBy: [other.id] }]);
  });

  test('a refusal notifies nobody, and the person may ask again', async () => {
    const { owner, fan } = await sceneOf('fan');
    await fan.follow(owner);
    const tab = await openTab(fan);
    await refuse(owner, fan);
    expect((await refusalOf(refuse(owner, fan))).status).toBe(404);
    expect((await refusalOf(accept(owner, fan))).status).toBe(404);
    expect(await profileOf(fan, owner)).toMatchObject({
      isFollowingByCurrentUser: false,
      isFollowRequestedByCurrentUser: false,
    });
    // A sentinel: the next event of the fan is the first one.
    await owner.follow(fan);
    await expect.poll(() => tab.all('newNotification').length).toBe(1);
    expect(tab.all('notificationsChanged')).toEqual([]);
    await fan.follow(owner);
    expect((await requestsTo(owner)).count).toBe(1);
  });

  test('the person who asked can withdraw it', async () => {
    const { owner, fan } = await sceneOf('fan');
    await fan.follow(owner);
    expect(await unfollow(fan, owner)).toEqual({ following: false, requested: false });
    expect((await requestsTo(owner)).users).toEqual([]);
    expect((await refusalOf(accept(owner, fan))).status).toBe(404);
    expect(await unfollow(fan, owner)).toEqual({ following: false, requested: false });
  });

  test('nobody accepts or refuses for another person', async () => {
    const { owner, fan, other } = await sceneOf('fan', 'other');
    await fan.follow(owner);
    for (const member of [fan, other]) {
      for (const answer of [accept, refuse]) {
        expect((await refusalOf(answer(member, owner))).status).toBe(404);
        expect((await refusalOf(answer(member, fan))).status).toBe(404);
      }
    }
    expect((await requestsTo(owner)).count).toBe(1);
    expect((await requestsTo(other)).count).toBe(0);
  });
});

describe('the switch for approval', () => {
  test('followers stay when it goes on, and requests stay when it goes off', async () => {
    const { owner, fan, late } = await sceneOf('fan', 'late');
    await approve(owner, false);
    await fan.follow(owner);
    await approve(owner, true);
    expect((await profileOf(fan, owner)).isFollowingByCurrentUser).toBe(true);
    await late.follow(owner);
    await approve(owner, false);
    expect((await requestsTo(owner)).count).toBe(1);
    expect((await profileOf(late, owner)).isFollowingByCurrentUser).toBe(false);
    // A new press follows at once, and the request is gone.
    const tab = await openTab(owner);
    const response = await late.client.fetch(`/api/follow/${owner.id}`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect((await requestsTo(owner)).count).toBe(0);
    await expect
      .poll(() => tab.all('notificationsChanged'))
      .toMatchObject([{ followRequestsCount: 0 }]);
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});

describe('the list of requests', () => {
  test('pages list cards newest first, without gaps', async () => {
    const { owner, ...fans } = await sceneOf('a', 'b', 'c', 'd', 'e');
    for (const fan of Object.values(fans)) await fan.follow(owner);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { data } = await owner.call(relations.listFollowRequests, { query });
      expect(data.count).toBe(5);
      seen.push(...data.users.map(({ _id }) => _id));
      cursor = data.pagination.nextCursor ?? undefined;
    } while (cursor);
    const { a, b, c, d, e } = fans;
    expect(seen).toEqual([e, d, c, b, a].map(({ id }) => id));
  });

  test('tabs get the new count at once', async () => {
    const { owner, fan, other } = await sceneOf('fan', 'other');
    const tab = await openTab(owner);
    const counts = () =>
      tab
        .all<{ followRequestsCount: number }>('notificationsChanged')
        .map(({ followRequestsCount }) => followRequestsCount);
    await fan.follow(owner);
    await expect.poll(counts).toEqual([1]);
    await other.follow(owner);
    await expect.poll(counts).toEqual([1, 2]);
    await refuse(owner, fan);
    await expect.poll(counts).toEqual([1, 2, 1]);
    await unfollow(other, owner);
    await expect.poll(counts).toEqual([1, 2, 1, 0]);
  });
});

test('the request of a hidden person waits unseen', async () => {
  const { owner, fan } = await sceneOf('fan');
  await fan.follow(owner);
  const until = new Date(Date.now() + 3_600_000);
  const row = { user_id: fan.id, reason: 'suspended', until } as const;
  await app.ctx.db.insertInto('hidden_users').values(row).execute();
  expect(await requestsTo(owner)).toMatchObject({ users: [], count: 0 });
  expect((await owner.call(auth.getMe, {})).data.followRequestsCount).toBe(0);
  expect((await refusalOf(accept(owner, fan))).status).toBe(404);
  await app.ctx.db.deleteFrom('hidden_users').where('user_id', '=', fan.id).execute();
  expect((await requestsTo(owner)).count).toBe(1);
  await accept(owner, fan);
});

describe('a block', () => {
  test.each(['owner', 'fan'] as const)('by the %s deletes the request', async (by) => {
    const { owner, fan } = await sceneOf('fan');
    await fan.follow(owner);
    const [blocker, blocked] = by === 'owner' ? [owner, fan] : [fan, owner];
    await blocker.toggleBlock(blocked);
    expect(await requestsTo(owner)).toMatchObject({ users: [], count: 0 });
    expect((await refusalOf(accept(owner, fan))).status).toBe(404);
    expect((await refusalOf(fan.follow(owner))).status).toBe(403);
    await blocker.toggleBlock(blocked);
    expect((await requestsTo(owner)).count).toBe(0);
  });
});

test('concurrent answers leave one result and exact counts', async () => {
  const { owner, fan } = await sceneOf('fan');
  await fan.follow(owner);
  await Promise.allSettled([
    ...Array.from({ length: 8 }, async () => accept(owner, fan)),
    ...Array.from({ length: 8 }, async () => refuse(owner, fan)),
    ...Array.from({ length: 4 }, async () => fan.follow(owner)),
  ]);
  const { followersCount, isFollowingByCurrentUser } = await profileOf(fan, owner);
  expect(followersCount).toBe(isFollowingByCurrentUser ? 1 : 0);
  expect(await findDrift(app.ctx)).toEqual([]);
});

describe('a removed follower', () => {
  const remove = async (owner: Member, fan: Member) =>
    owner.call(relations.removeFollower, { params: { userId: fan.id } });

  test('they lose access at once, and get no notice', async () => {
    const { owner, fan } = await sceneOf('fan');
    await approve(owner, false);
    await fan.follow(owner);
    const closed = await owner.post('for followers', 'followers');
    const params = { postId: closed._id };
    await fan.call(posts.getPost, { params });
    await fan.call(feed.getFeed, { query: {} });
    const tab = await openTab(fan);
    await remove(owner, fan);
    expect((await refusalOf(fan.call(posts.getPost, { params }))).status).toBe(404);
    const { data } = await fan.call(feed.getFeed, { query: {} });
    expect(data.posts.map(({ _id }) => _id)).not.toContain(closed._id);
    expect((await profileOf(fan, owner)).isFollowingByCurrentUser).toBe(false);
    await remove(owner, fan);
    await owner.follow(fan);
    await expect.poll(() => tab.all('newNotification').length).toBe(1);
    expect(tab.all('notificationsChanged')).toEqual([]);
    // The other direction stays.
    await remove(owner, fan);
    expect((await profileOf(fan, owner)).followsCurrentUser).toBe(true);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('the viewer and a missing person are refused', async () => {
    const { owner } = await sceneOf('fan');
    expect((await refusalOf(remove(owner, owner))).status).toBe(400);
    expect((await refusalOf(remove(owner, { ...owner, id: NOBODY }))).status).toBe(404);
  });
});
