import { beforeAll, describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../test/support/app.ts';
import { join, type Member } from '../../test/support/cast.ts';
import { findDrift } from '../../test/support/recount.ts';
import { refusalOf } from '../../test/support/test-client.ts';

const app = await startAppForFile();

const canaryOf = (round: string) => `canary-${round}-7f3a91`;

/** Two people who followed and messaged each other before the block. */
async function fallOut(round: string, blocks: 'owner' | 'other') {
  const canary = canaryOf(round);
  const [owner, other, friend] = await Promise.all(
    ['owner', 'other', 'friend'].map(async (name) => join(app, `${name}_${round}`)),
  );
  const people = { owner, other, friend } as Record<'owner' | 'other' | 'friend', Member>;
  await people.owner.client.fetch('/api/users/updateuser', {
    method: 'PATCH',
    body: form({ bio: `${canary} bio` }),
  });
  await people.owner.follow(people.other);
  await people.other.follow(people.owner);
  await people.friend.follow(people.owner);
  const open = await people.owner.post(`${canary} open`);
  const closed = await people.owner.post(`${canary} closed`, 'followers');
  const friendPost = await people.friend.post('a post among friends');
  const comment = await people.owner.comment(friendPost._id, `${canary} comment`);
  const [doer, done] =
    blocks === 'owner' ? [people.owner, people.other] : [people.other, people.owner];
  await doer.toggleBlock(done);
  return { ...people, doer, done, open, closed, friendPost, comment };
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

describe.each(['owner', 'other'] as const)('when the %s blocks', (blocks) => {
  let scene: Awaited<ReturnType<typeof fallOut>>;
  beforeAll(async () => {
    scene = await fallOut(blocks, blocks);
  });

  test('a profile contains only the name and the two block flags', async () => {
    const { owner, other } = scene;
    const params = { username: owner.username };
    const { user } = (await other.call(users.getUser, { params })).data;
    expect(user).toEqual({
      _id: owner.id,
      username: owner.username,
      fullName: `${owner.username} of Roost`,
      avatar: null,
      isBlockedByCurrentUser: blocks === 'other',
      blockedByOtherUser: blocks === 'owner',
    });
    const raw = await other.client.fetch(`/api/users/getuser/${owner.username}`);
    expect(Object.keys(((await raw.json()) as { data: { user: object } }).data.user).length).toBe(
      6,
    );
  });

  test('no list or page shows their posts or profile', async () => {
    const { owner, other, friend, open, closed, friendPost, comment } = scene;
    for (const path of [
      '/api/posts/feed?limit=50',
      `/api/posts/user/${owner.id}`,
      `/api/posts/user/${friend.id}`,
      ...[open, closed, comment, friendPost].map(({ _id }) => `/api/posts/${_id}`),
      '/api/users/suggested?limit=50',
      `/api/users/getuser/${owner.username}`,
      `/api/follow/${friend.id}/following`,
      `/api/follow/${owner.id}/followers`,
      `/api/follow/${owner.id}/following`,
      `/api/follow/${other.id}/followers`,
    ]) {
      const body = await (await other.client.fetch(path)).text();
      expect(body, path).not.toContain(canaryOf(blocks));
      if (!path.includes('getuser')) expect(body, path).not.toContain(owner.username);
    }
  });

  test('no action reaches the other person, in either direction', async () => {
    const { owner, other, open } = scene;
    const foreign = await other.post('by the other');
    for (const [member, target, post] of [
      [other, owner, open],
      [owner, other, foreign],
    ] as const) {
      const params = { postId: post._id };
      expect((await refusalOf(member.follow(target))).status).toBe(403);
      expect((await refusalOf(member.comment(post._id, 'hello?'))).status).toBe(404);
      expect((await refusalOf(member.call(reactions.toggleLike, { params }))).status).toBe(404);
      expect((await refusalOf(member.call(reposts.repost, { params }))).status).toBe(404);
      const bookmark = await member.client.fetch(`/api/users/bookmarks/${post._id}`, {
        method: 'POST',
      });
      expect(bookmark.status).toBe(404);
    }
  });

  test('both follows end at once, and an unblock does not restore them', async () => {
    const { owner, other, doer, done } = scene;
    const follows = async () =>
      app.ctx.db
        .selectFrom('follows')
        .selectAll()
        .where('follower_id', 'in', [owner.id, other.id])
        .where('followee_id', 'in', [owner.id, other.id])
        .execute();
    expect(await follows()).toEqual([]);
    expect((await doer.call(auth.getMe, {})).data.blockedUsers).toEqual([done.id]);
    expect((await done.call(auth.getMe, {})).data.blockedUsers).toEqual([]);
    const { data, message } = await doer.call(relations.toggleBlock, {
      params: { userId: done.id },
    });
    expect(message).toBe('User unblocked.');
    expect(data.blockedUsers).toEqual([]);
    expect(users.profile.parse(data.user)).toMatchObject({
      isBlockedByCurrentUser: false,
      isFollowingByCurrentUser: false,
      followsCurrentUser: false,
    });
    expect(await follows()).toEqual([]);
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});

test('everybody sees only their own list of blocked people, newest first', async () => {
  const [me, one, two] = await Promise.all(['lister', 'first', 'second'].map((n) => join(app, n)));
  const { client } = me as Member;
  await (me as Member).toggleBlock(one as Member);
  await (me as Member).toggleBlock(two as Member);
  const { data } = await (me as Member).call(relations.listBlockedUsers, {});
  expect(data.map(({ username }) => username)).toEqual(['second', 'first']);
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(
    ['_id', 'avatar', 'bio', 'fullName', 'username'].toSorted(),
  );
  // Query parameters do not give access to another person's list.
  for (const path of [
    `/api/users/blocked-users?userId=${me?.id}`,
    `/api/users/blocked-users?user=${me?.username}`,
  ]) {
    const answer = await (one as Member).client.fetch(path, {
      headers: { 'X-User-Id': String(me?.id) },
    });
    expect(((await answer.json()) as { data: unknown }).data).toEqual([]);
  }
  expect((await client.fetch(`/api/users/blocked-users/${one?.id}`)).status).toBe(404);
  const profile = await (one as Member).client.fetch('/api/users/getuser/second');
  expect(await profile.text()).not.toContain('blockedUsers');
});

test('a hidden person looks as if they did not exist, also across a block', async () => {
  const [follower, blocker] = await Promise.all([
    join(app, 'follower_of_hidden'),
    join(app, 'hidden_blocker'),
  ]);
  await blocker.toggleBlock(follower);
  const follow = async () => refusalOf(follower.follow(blocker));
  expect((await follow()).status).toBe(403);
  await app.ctx.db
    .insertInto('hidden_users')
    .values({ user_id: blocker.id, reason: 'closing' })
    .execute();
  expect((await follow()).status).toBe(404);
});
