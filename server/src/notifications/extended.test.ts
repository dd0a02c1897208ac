import { describe, expect, test } from 'vitest';
import { getMe, updatePassword } from '@roost/contract/auth';
import * as endpoints from '@roost/contract/notifications';
import * as relations from '@roost/contract/relations';
import { updatePrivacy } from '@roost/contract/users';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, join, PASSWORD, type Member } from '../../test/support/cast.ts';
import { openTab } from '../../test/support/chat.ts';
import { caseOf, decide, report } from '../../test/support/moderation.ts';
import { joinStaff } from '../../test/support/staff.ts';

const app = await startAppForFile();
const moe = await joinStaff(app, 'moe');
const [fan, other] = (await crowdOf(app, 2, 'fan')) as [Member, Member];

let count = 0;
const somebody = async () => join(app, `owner${(count += 1)}`);
const grouped = async (owner: Member, query: object = {}) => {
  const { data } = await owner.call(endpoints.listNotifications, {
    query: { grouped: '1', ...query },
  });
  return { ...data, groups: data.groups! };
};
const extended = async (owner: Member, query: object = {}) =>
  (await owner.call(endpoints.listNotifications, { query: { extended: '1', ...query } })).data;
const plain = async (owner: Member) =>
  (await owner.call(endpoints.listNotifications, { query: {} })).data;
const unread = async (owner: Member) => (await owner.call(endpoints.countUnread, {})).data;
const warn = async (owner: Member) => {
  await report(fan, 'user', owner.id);
  return decide(moe, (await caseOf(moe, owner.id))._id, { action: 'warn', message: 'Be kind.' });
};
const approves = async (owner: Member) =>
  owner.call(updatePrivacy, { body: { followApproval: true } });
const newPassword = async (owner: Member) =>
  owner.call(updatePassword, {
    body: { oldpassword: PASSWORD, newpassword: 'quite another passphrase' },
  });

describe('groups', () => {
  test('they show decisions, the safety of the account and requests, and plain lists do not', async () => {
    const owner = await somebody();
    await approves(owner);
    await fan.follow(owner);
    await other.follow(owner);
    await newPassword(owner);
    await warn(owner);
    const { _id } = await owner.post('Mine');
    await fan.comment(_id, 'An answer');
    const { groups, unreadCount, extendedCount, unreadGroups } = await grouped(owner);
    expect(groups.map(({ type, count }) => `${type} ${count}`)).toEqual([
      'comment 1',
      'moderation 1',
      'security 1',
      'followRequest 2',
    ]);
    expect([unreadCount, extendedCount]).toEqual([1, 4]);
    // As many as there are rows.
    expect(unreadGroups).toBe(groups.length);
    expect(groups[1]).toMatchObject({
      post: null,
      senders: [{ fullName: 'Roost' }],
      decision: { action: 'warn', message: 'Be kind.', rule: null, canAppeal: true },
    });
    expect(groups[2]).toMatchObject({ security: { what: 'passwordChanged' }, count: 1 });
    expect(groups[3]!.senders.map((each) => each._id)).toEqual([other.id, fan.id]);
    expect(groups[3]!.message).toBe('fan1 of Roost asked to follow you.');
    const { notifications, pagination } = await plain(owner);
    expect(notifications.map(({ type }) => type)).toEqual(['comment']);
    expect(pagination.totalNotifications).toBe(1);
    expect(await unread(owner)).toEqual({ unreadCount: 1, extendedCount: 4, unreadGroups: 4 });
    const all = await extended(owner);
    expect(all.notifications).toHaveLength(5);
    expect(all.pagination.totalNotifications).toBe(5);
  });

  test('one type can be listed, and groups are read and deleted by their keys', async () => {
    const owner = await somebody();
    await approves(owner);
    await fan.follow(owner);
    await newPassword(owner);
    await warn(owner);
    for (const type of endpoints.extendedTypes) {
      const { groups } = await grouped(owner, { type });
      expect(groups.map((each) => each.type)).toEqual([type]);
      const [{ key, newestId }] = groups as [endpoints.NotificationGroup];
      await owner.call(endpoints.markGroupRead, { params: { key }, body: { newestId } });
      expect((await grouped(owner, { type })).groups[0]).toMatchObject({ key, unread: 0 });
      await owner.call(endpoints.deleteGroup, { params: { key }, body: { newestId } });
      expect((await grouped(owner, { type })).groups).toEqual([]);
    }
    expect(await unread(owner)).toEqual({ unreadCount: 0, extendedCount: 0, unreadGroups: 0 });
  });

  test('pages by a cursor repeat no group of an extended type', async () => {
    const owner = await somebody();
    await approves(owner);
    for (const asking of [fan, other]) await asking.follow(owner);
    await newPassword(owner);
    await warn(owner);
    const made = [];
    for (let n = 0; n < 19; n += 1) made.push(await owner.post(`Post ${n}`));
    for (const { _id } of made) await fan.comment(_id, 'An answer');
    const first = await grouped(owner);
    const second = await grouped(owner, { cursor: first.pagination.nextCursor });
    const types = [...first.groups, ...second.groups].map(({ type }) => type);
    expect(types.slice(19)).toEqual(['moderation', 'security', 'followRequest']);
    expect(second.pagination.nextCursor).toBeNull();
  });
});

describe('a request to follow', () => {
  test.each(['accepted', 'refused', 'withdrawn'] as const)(
    'its notification goes when it is %s',
    async (how) => {
      const owner = await somebody();
      await approves(owner);
      await fan.follow(owner);
      expect((await grouped(owner)).groups).toHaveLength(1);
      const [member, endpoint, userId] = {
        accepted: [owner, relations.acceptFollowRequest, fan.id] as const,
        refused: [owner, relations.refuseFollowRequest, fan.id] as const,
        withdrawn: [fan, relations.unfollow, owner.id] as const,
      }[how];
      await member.call(endpoint, { params: { userId } });
      expect((await grouped(owner)).groups.map(({ type }) => type)).toEqual(
        how === 'accepted' ? ['follow'] : [],
      );
    },
  );

  test.each(['all', 'follow', 'like'] as const)(
    'with the preference %s "no one", a notification follows the preference for follows',
    async (name) => {
      const owner = await somebody();
      await approves(owner);
      const rule = { from: 'no one' } as const;
      const notificationPreferences = name === 'all' ? { all: rule } : { types: { [name]: rule } };
      await owner.call(endpoints.setNotificationPreferences, { body: { notificationPreferences } });
      await fan.follow(owner);
      expect((await grouped(owner)).groups.map(({ type }) => type)).toEqual(
        name === 'like' ? ['followRequest'] : [],
      );
      const { data } = await owner.call(getMe, {});
      expect(data.followRequestsCount).toBe(1);
    },
  );

  test('a block and a hidden person leave nothing of it', async () => {
    const owner = await somebody();
    const asking = await somebody();
    await approves(owner);
    for (const each of [fan, asking]) await each.follow(owner);
    const row = { user_id: asking.id, reason: 'suspended' } as const;
    await app.ctx.db.insertInto('hidden_users').values(row).execute();
    expect((await grouped(owner)).groups).toMatchObject([{ count: 1, senders: [{ _id: fan.id }] }]);
    expect((await unread(owner)).extendedCount).toBe(1);
    await app.ctx.db.deleteFrom('hidden_users').execute();
    await owner.toggleBlock(fan);
    expect((await grouped(owner)).groups).toMatchObject([{ senders: [{ _id: asking.id }] }]);
  });
});

describe('sockets', () => {
  test('only those that ask get events of extended types, and their count', async () => {
    const owner = await somebody();
    await approves(owner);
    const old = await openTab(owner);
    const own = await openTab(owner, { auth: { extended: true } });
    const heard = (tab: typeof old) =>
      tab
        .all<{ type: string; unreadCount: number; extendedCount?: number }>('newNotification')
        .map(({ type, unreadCount, extendedCount }) => [type, unreadCount, extendedCount]);
    // A count is that of the moment in which its event leaves, so the next act waits for it.
    await fan.follow(owner);
    await expect.poll(() => heard(own)).toEqual([['followRequest', 0, 1]]);
    await warn(owner);
    await expect.poll(() => heard(own).at(1)).toEqual(['moderation', 0, 2]);
    const { _id } = await owner.post('Mine');
    await fan.comment(_id, 'An answer');
    await expect.poll(() => heard(own).at(2)).toEqual(['comment', 1, 2]);
    // The comment is the sentinel: it comes last.
    await expect.poll(() => heard(old)).toEqual([['comment', 1, undefined]]);
    expect(own.all('newNotification')[1]).toMatchObject({ decision: { action: 'warn' } });
    await owner.call(endpoints.markAllRead, {});
    await expect
      .poll(() => own.all<{ extendedCount: number }>('notificationsChanged').at(-1))
      .toMatchObject({ unreadCount: 0, extendedCount: 0, unreadGroups: 0 });
    await expect.poll(() => old.all('notificationsChanged').length).toBeGreaterThan(1);
    for (const event of old.all<object>('notificationsChanged'))
      expect(event).not.toHaveProperty('extendedCount');
  });
});

test('the sender of a notice has the name of the site', async () => {
  const owner = await somebody();
  await newPassword(owner);
  await app.ctx.db.updateTable('site_settings').set({ name: 'The Nest' }).execute();
  app.ctx.site.forget();
  expect((await grouped(owner)).groups[0]!.senders[0]).toMatchObject({
    username: 'official',
    fullName: 'The Nest',
  });
  await app.ctx.db.updateTable('site_settings').set({ name: null }).execute();
  app.ctx.site.forget();
});

test('preferences do not stop notices of the site', async () => {
  const owner = await somebody();
  await owner.call(endpoints.setNotificationPreferences, {
    body: { notificationPreferences: { all: { from: 'no one' } } },
  });
  await newPassword(owner);
  await warn(owner);
  expect((await grouped(owner)).groups.map(({ type }) => type)).toEqual(['moderation', 'security']);
});
