import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as relations from '@roost/contract/relations';
import { searchUsers, suggestMentions } from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, join, type Member } from '../../../test/support/cast.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

const usual = {
  followApproval: false,
  showOnline: true,
  sendReadReceipts: true,
  sendTyping: true,
  showFollows: true,
  relayCallsOnly: false,
  discoverable: true,
  messageRequests: true,
} as const satisfies users.PrivacySettings;

const change = async (member: Member, body: Partial<users.PrivacySettings>) =>
  (await member.call(users.updatePrivacy, { body })).data;

describe('the settings', () => {
  test('a change keeps the settings that it does not name, and those of other people', async () => {
    const [me, other] = await crowdOf(app, 2, 'chooser');
    expect((await me!.call(users.getPrivacy, {})).data).toEqual(usual);
    const some = { followApproval: true, showOnline: false };
    expect(await change(me!, some)).toEqual({ ...usual, ...some });
    const more = { relayCallsOnly: true, messageRequests: false, followApproval: false };
    expect(await change(me!, more)).toEqual({ ...usual, ...some, ...more });
    expect(await change(me!, {})).toEqual({ ...usual, ...some, ...more });
    expect((await me!.call(users.getPrivacy, {})).data).toEqual({ ...usual, ...some, ...more });
    expect((await other!.call(users.getPrivacy, {})).data).toEqual(usual);
  });

  test('a value that is not a boolean is refused, and changes nothing', async () => {
    const me = await join(app, 'stubborn');
    const body = { showOnline: false, discoverable: 'no' } as never;
    const refusal = await refusalOf(me.call(users.updatePrivacy, { body }));
    expect(refusal.status).toBe(400);
    expect((await me.call(users.getPrivacy, {})).data).toEqual(usual);
  });
});

describe('a person who hides their follows', () => {
  const namesIn = async (viewer: Member, owner: Member, side: 'followers' | 'following') => {
    const list = side === 'followers' ? relations.listFollowers : relations.listFollowing;
    const { data } = await viewer.call(list, { params: { userId: owner.id } });
    return data.users.map(({ username }) => username);
  };

  test('both lists are empty for others, and the counts stay', async () => {
    const [owner, fan, idol, viewer] = (await crowdOf(app, 4, 'hider')) as [
      Member,
      Member,
      Member,
      Member,
    ];
    await fan.follow(owner);
    await owner.follow(idol);
    expect(await namesIn(viewer, owner, 'followers')).toEqual([fan.username]);
    await change(owner, { showFollows: false });
    for (const endpoint of [relations.listFollowers, relations.listFollowing]) {
      for (const query of [{}, { page: 2, limit: 1 }]) {
        const { data } = await viewer.call(endpoint, { params: { userId: owner.id }, query });
        expect(data).toMatchObject({
          users: [],
          isHidden: true,
          pagination: { nextCursor: null, notShown: 0 },
        });
      }
    }
    expect(await namesIn(owner, owner, 'followers')).toEqual([fan.username]);
    expect(await namesIn(owner, owner, 'following')).toEqual([idol.username]);
    const { user } = (await viewer.call(users.getUser, { params: { username: owner.username } }))
      .data;
    expect(user).toMatchObject({ followersCount: 1, followingCount: 1 });
  });

  test('only the followed person finds them in the list of followers', async () => {
    const [owner, idol, viewer] = (await crowdOf(app, 3, 'shy')) as [Member, Member, Member];
    await owner.follow(idol);
    await viewer.follow(idol);
    await change(owner, { showFollows: false });
    const listed = async (member: Member) => (await namesIn(member, idol, 'followers')).toSorted();
    expect(await listed(viewer)).toEqual([viewer.username]);
    expect(await listed(owner)).toEqual([owner.username, viewer.username]);
    expect(await listed(idol)).toEqual([owner.username, viewer.username]);
  });

  test('a long hidden list costs no more than a short one', async () => {
    const owner = await join(app, 'popular');
    const fans = await crowdOf(app, 30, 'fan');
    for (const fan of fans) await fan.follow(owner);
    await change(owner, { showFollows: false });
    app.statements.length = 0;
    await fans[0]!.call(relations.listFollowers, {
      params: { userId: owner.id },
      query: { limit: 1 },
    });
    expect(app.statements.filter((text) => text.includes('from follows')).length).toBeLessThan(4);
  });
});

describe('a person who is not discoverable', () => {
  test('search finds them only by the exact username', async () => {
    const [hidden, other] = [await join(app, 'quietowl'), await join(app, 'quietlark')];
    const find = async (query: string) =>
      (await other.call(searchUsers, { query: { query } })).data.users.map((user) => user.username);
    expect(await find('quiet')).toEqual(expect.arrayContaining(['quietowl', 'quietlark']));
    await change(hidden, { discoverable: false });
    expect(await find('quiet')).toEqual(['quietlark']);
    // Neither a part of the name, the full name nor a similar name finds the person.
    for (const query of ['quietow', 'quietowl of roost', 'quietowll'])
      expect(await find(query)).not.toContain('quietowl');
    expect(await find('quietowl')).toEqual(['quietowl']);
    expect(await find('@QuietOwl')).toEqual(['quietowl']);
    const mentions = await other.call(suggestMentions, { query: { query: 'quieto' } });
    expect(mentions.data.map(({ username }) => username)).not.toContain('quietowl');
  });

  test('nobody gets them as a suggestion, and others fill the list', async () => {
    const [me, friend, hidden, next] = (await crowdOf(app, 4, 'suggested')) as [
      Member,
      Member,
      Member,
      Member,
    ];
    await me.follow(friend);
    await friend.follow(hidden);
    const suggested = async () =>
      (await me.call(users.listSuggested, { query: { limit: 1 } })).data.map(({ _id }) => _id);
    expect(await suggested()).toEqual([hidden.id]);
    await change(hidden, { discoverable: false });
    await friend.follow(next);
    expect(await suggested()).toEqual([next.id]);
  });

  test('follows that a friend hides suggest nobody', async () => {
    const [me, friend, other] = (await crowdOf(app, 3, 'hinted')) as [Member, Member, Member];
    await me.follow(friend);
    await friend.follow(other);
    const first = async () =>
      (await me.call(users.listSuggested, { query: { limit: 1 } })).data[0]?._id;
    expect(await first()).toBe(other.id);
    await change(friend, { showFollows: false });
    await crowdOf(app, 1, 'newest');
    expect(await first()).not.toBe(other.id);
  });
});

test('nobody reads the settings of another person', async () => {
  const [me, other] = (await crowdOf(app, 2, 'reader')) as [Member, Member];
  await change(other, { discoverable: false, showOnline: false });
  const profile = await me.client.fetch(`/api/users/getuser/${other.username}`);
  const own = JSON.stringify((await me.call(auth.getMe, {})).data);
  for (const text of [await profile.text(), own])
    for (const key of Object.keys(usual)) expect(text).not.toContain(key);
});
