// Long because one matrix serves the function, the SQL condition and the API.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as reposts from '@roost/contract/reposts';
import * as feed from '@roost/contract/feed';
import { deleteAccount } from '@roost/contract/personal-data';
import * as posts from '@roost/contract/posts';
import { muteUser } from '@roost/contract/relations';
import { listHashtag, searchPosts } from '@roost/contract/search';
import { updatePrivacy } from '@roost/contract/users';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, join, type Member } from '../../test/support/cast.ts';
import { caseOf, decide, report } from '../../test/support/moderation.ts';
import { joinStaff } from '../../test/support/staff.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import {
  canSee,
  isThereFor,
  isVisibleTo,
  relationshipTables,
  type AccessScope,
} from './visibility.ts';

/**
 * A matrix of all kinds of posts and all kinds of viewers. The function, the SQL condition and the API must agree with it.
 */
const app = await startAppForFile();
const { alice, bob, carol: follower, dan: stranger } = await castOf(app);
let viewers: Record<string, Member>;
let kinds: Record<string, string>;

beforeAll(async () => {
  const [blockedByAlice, blocksAlice, blockedByBob, followerBlocksBob] = await Promise.all(
    ['eve', 'frank', 'grace', 'heidi'].map((name) => join(app, name)),
  );
  const [suspended, judy, requested, mutesAlice, closing, limited] = await Promise.all([
    join(app, 'ivan'),
    join(app, 'judy'),
    join(app, 'kim'),
    join(app, 'lea'),
    join(app, 'mia'),
    join(app, 'nick'),
  ]);
  viewers = {
    author: alice,
    bob,
    follower,
    stranger,
    blockedByAlice,
    blocksAlice,
    blockedByBob,
    followerBlocksBob,
    requested,
    mutesAlice,
  } as Record<string, Member>;
  for (const name of ['bob', 'follower', 'followerBlocksBob']) await viewers[name]?.follow(alice);
  // A request to follow, which Alice does not answer, gives no access.
  await alice.call(updatePrivacy, { body: { followApproval: true } });
  await requested.follow(alice);
  await mutesAlice.call(muteUser, { params: { userId: alice.id }, body: {} });

  const open = await alice.post('open to all #canary');
  const closed = await alice.post('for followers #canary', 'followers');
  const openComment = await bob.comment(open._id, 'bob on open');
  const closedComment = await bob.comment(closed._id, 'bob on closed');
  const deepComment = await follower.comment(closedComment._id, 'carol on bob on closed');
  await bob.follow(suspended);
  await follower.follow(limited);
  const bySuspended = await suspended.post('by ivan #canary');
  const underSuspended = await judy.comment(bySuspended._id, 'judy on ivan');
  const repostOfSuspended = await judy.call(reposts.repost, {
    params: { postId: bySuspended._id },
  });
  await bob.follow(closing);
  const byClosing = await closing.post('by mia #canary');
  const underClosing = await judy.comment(byClosing._id, 'judy on mia');
  const repostOfClosing = await judy.call(reposts.repost, { params: { postId: byClosing._id } });
  const byLimited = await limited.post('by nick #canary');
  const closedByLimited = await limited.post('by nick for followers #canary', 'followers');
  const underLimited = await judy.comment(byLimited._id, 'judy on nick');
  const hiddenPost = await alice.post('hidden by moderators #canary');
  const underHidden = await judy.comment(hiddenPost._id, 'judy on a hidden post');
  const removedPost = await alice.post('removed by moderators #canary');
  const repostOfOpen = await bob.call(reposts.repost, { params: { postId: open._id } });
  const repostOfClosed = await alice.call(reposts.repost, { params: { postId: closed._id } });
  kinds = {
    open: open._id,
    closed: closed._id,
    openComment: openComment._id,
    closedComment: closedComment._id,
    deepComment: deepComment._id,
    repostOfOpen: repostOfOpen.data.repost._id,
    repostOfClosed: repostOfClosed.data.repost._id,
    bySuspended: bySuspended._id,
    underSuspended: underSuspended._id,
    repostOfSuspended: repostOfSuspended.data.repost._id,
    byClosing: byClosing._id,
    underClosing: underClosing._id,
    repostOfClosing: repostOfClosing.data.repost._id,
    byLimited: byLimited._id,
    closedByLimited: closedByLimited._id,
    underLimited: underLimited._id,
    hiddenPost: hiddenPost._id,
    underHidden: underHidden._id,
    removedPost: removedPost._id,
  };
  const moe = await joinStaff(app, 'moe');
  for (const [{ _id }, action] of [
    [bySuspended, 'suspend'],
    [byLimited, 'limit'],
    [hiddenPost, 'hide'],
    [removedPost, 'remove'],
  ] as const) {
    await report(stranger, 'post', _id);
    await decide(moe, (await caseOf(moe, _id))._id, { action });
  }
  await closing.call(deleteAccount, {});
  await alice.toggleBlock(viewers['blockedByAlice'] as Member);
  await viewers['blocksAlice']?.toggleBlock(alice);
  await bob.toggleBlock(viewers['blockedByBob'] as Member);
  await viewers['followerBlocksBob']?.toggleBlock(bob);
});

const everyone = [
  'author',
  'bob',
  'follower',
  'stranger',
  'blockedByAlice',
  'blocksAlice',
  'blockedByBob',
  'followerBlocksBob',
  'requested',
  'mutesAlice',
];

/** The viewers who may see each kind of post. */
const seenBy: Record<string, string[]> = {
  // A mute is no part of the rule. It only takes posts out of the viewer's feed, search and notifications.
  open: [
    'author',
    'bob',
    'follower',
    'stranger',
    'requested',
    'mutesAlice',
    'blockedByBob',
    'followerBlocksBob',
  ],
  closed: ['author', 'bob', 'follower', 'followerBlocksBob'],
  openComment: ['author', 'bob', 'follower', 'stranger', 'requested', 'mutesAlice'],
  closedComment: ['author', 'bob', 'follower'],
  deepComment: ['author', 'bob', 'follower'],
  repostOfOpen: ['author', 'bob', 'follower', 'stranger', 'requested', 'mutesAlice'],
  repostOfClosed: ['author', 'bob', 'follower', 'followerBlocksBob'],
  bySuspended: [],
  underSuspended: [],
  repostOfSuspended: [],
  byClosing: [],
  underClosing: [],
  repostOfClosing: [],
  // A limit is no part of the rule. It only takes posts out of lists that nobody chose.
  byLimited: everyone,
  closedByLimited: ['follower'],
  underLimited: everyone,
  hiddenPost: ['author'],
  // A comment stays below the empty place of a deleted post.
  underHidden: everyone.filter((name) => !['blockedByAlice', 'blocksAlice'].includes(name)),
  removedPost: [],
};
const matrix = Object.keys(seenBy).flatMap((kind) =>
  everyone.map((viewer) => ({ kind, viewer, isSeen: seenBy[kind]?.includes(viewer) ?? false })),
);

describe.each(matrix)('$kind, for $viewer: $isSeen', ({ kind, viewer, isSeen }) => {
  test('by the function', async () => {
    const viewerId = viewers[viewer]?.id as string;
    const row = await app.ctx.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', kinds[kind] as string)
      .executeTakeFirstOrThrow();
    const follows = await app.ctx.db
      .selectFrom('follows')
      .selectAll()
      .where('follower_id', '=', viewerId)
      .execute();
    const blocks = await app.ctx.db.selectFrom('blocks').selectAll().execute();
    const hidden = await app.ctx.db.selectFrom('hidden_users').select('user_id').execute();
    const relationships = {
      viewerId,
      follows: (id: string) => follows.some((follow) => follow.followee_id === id),
      isBlocked: (id: string) =>
        blocks.some((block) => isBetween(block, viewerId, id)) ||
        hidden.some(({ user_id }) => user_id === id),
    };
    const isThere = isThereFor(row, viewerId);
    expect(isThere && canSee(row as AccessScope, relationships)).toBe(isSeen);
  });

  test('by the API, at every endpoint', async () => {
    const member = viewers[viewer] as Member;
    const id = kinds[kind] as string;
    if (isSeen) {
      expect((await member.call(posts.getPost, { params: { postId: id } })).data._id).toBe(id);
      return;
    }
    const never = '01a00000-0000-7000-8000-000000000000';
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/like'],
      ['POST', '/repost'],
      ['DELETE', '/unrepost'],
    ] as const) {
      const [hidden, absent] = await Promise.all(
        [id, never].map((postId) => ask(member, method, `/api/posts/${postId}${path}`)),
      );
      expect(hidden).toEqual(absent);
      expect(hidden?.status).toBe(404);
    }
    const bookmark = await Promise.all(
      [id, never].map((postId) => ask(member, 'POST', `/api/users/bookmarks/${postId}`)),
    );
    expect(bookmark[0]).toEqual(bookmark[1]);
    const refusal = await refusalOf(member.comment(id, 'let me in'));
    expect(refusal.status).toBe(404);
  });
});

// Search has no comments and no reposts, and no posts that moderators hid.
const inSearch = ['open', 'closed', 'bySuspended', 'byClosing', 'byLimited', 'closedByLimited'];
test.each(matrix.filter(({ kind }) => inSearch.includes(kind)))(
  '$kind, for $viewer: $isSeen, by the SQL condition',
  async ({ kind, viewer, isSeen }) => {
    const viewerId = viewers[viewer]?.id as string;
    for (const table of ['post_search', 'post_hashtags']) {
      const { rows } = await sql`
        with ${relationshipTables(viewerId)} select post_id from ${sql.table(table)}
        where post_id = ${kinds[kind]} and ${isVisibleTo(viewerId)}`.execute(app.ctx.db);
      expect(rows.length === 1, table).toBe(isSeen);
    }
  },
);

test('no list shows a hidden post', async () => {
  for (const viewer of everyone) {
    const member = viewers[viewer] as Member;
    const page = await member.call(feed.getFeed, { query: { limit: 50 } });
    const lists = [page.data.posts];
    for (const query of ['#canary', 'canary', 'from:alice', '"for followers"'])
      lists.push((await member.call(searchPosts, { query: { query, limit: 50 } })).data.posts);
    const tagged = await member.call(listHashtag, { params: { tag: 'canary' }, query: {} });
    lists.push(tagged.data.posts);
    for (const owner of [alice, bob]) {
      const answer = await member.client.fetch(`/api/posts/user/${owner.id}?limit=50`);
      if (answer.ok)
        lists.push(((await answer.json()) as { data: { posts: posts.Post[] } }).data.posts);
    }
    const shown = lists.flat().map((post) => post._id);
    const allowed = Object.keys(kinds)
      .filter((kind) => seenBy[kind]?.includes(viewer))
      .map((kind) => kinds[kind]);
    for (const id of shown) expect(allowed, viewer).toContain(id);
    if (viewer === 'follower')
      expect(shown).toEqual(
        expect.arrayContaining([kinds['open'], kinds['closed'], kinds['repostOfClosed']]),
      );
  }
});

test('feed, search and hashtags leave out muted people, and their own page does not', async () => {
  const member = viewers['mutesAlice'] as Member;
  const { data } = await member.call(feed.getFeed, { query: { limit: 50 } });
  const found = [...data.posts];
  for (const query of ['#canary', 'canary', 'from:alice'])
    found.push(...(await member.call(searchPosts, { query: { query, limit: 50 } })).data.posts);
  const tagged = await member.call(listHashtag, { params: { tag: 'canary' }, query: {} });
  found.push(...tagged.data.posts);
  expect(
    found.map(({ ownerid, originalPost }) => (originalPost?.ownerid ?? ownerid)._id),
  ).not.toContain(alice.id);
  const page = await member.call(posts.listUserPosts, { params: { userId: alice.id }, query: {} });
  expect(page.data.posts.map(({ _id }) => _id)).toEqual([kinds['open']]);
});

test('the post count for a stranger leaves out posts for followers', async () => {
  const counts = async (member: Member) => {
    const answer = await member.client.fetch('/api/users/getuser/alice');
    return ((await answer.json()) as { data: { user: { postsCount: number } } }).data.user
      .postsCount;
  };
  for (const name of ['stranger', 'requested', 'mutesAlice'])
    expect(await counts(viewers[name] as Member)).toBe(1);
  expect(await counts(viewers['follower'] as Member)).toBe(3);
});

function isBetween(
  block: { blocker_id: string; blocked_id: string },
  one: string,
  other: string,
): boolean {
  const pair = [block.blocker_id, block.blocked_id];
  return pair.includes(one) && pair.includes(other) && one !== other;
}

async function ask(member: Member, method: string, path: string) {
  const isPatch = method === 'PATCH';
  const response = await member.client.fetch(path, {
    method,
    ...(isPatch && {
      body: JSON.stringify({ content: 'mine now' }),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
  const headers = [...response.headers.keys()].sort();
  return { status: response.status, headers, body: await response.text() };
}
