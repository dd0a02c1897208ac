// Long because its tests share one seeded database.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { accountLimits, everyone as limits, tiers } from '@roost/contract/limits';
import * as chat from '@roost/contract/chat';
import * as feed from '@roost/contract/feed';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import { fitsGraphemes } from '@roost/contract/text/text';
import * as subscription from '@roost/contract/billing';
import * as users from '@roost/contract/users';
import { startAppForFile, startTestApp } from '../../server/test/support/app.ts';
import { join } from '../../server/test/support/cast.ts';
import { findDrift } from '../../server/test/support/recount.ts';
import { refusalOf } from '../../server/test/support/test-client.ts';
import { assertNotGuessable } from '../../server/src/auth/passwords/assert-not-guessable.ts';
import { reconcilePayments } from '../../server/src/billing/payments/reconcile-payments.ts';
import { takeCensus } from './census.ts';
import { DEMO_PASSWORD, emailOf, toSignInWith } from './demo-accounts.ts';
import { everyone } from './everyone.ts';
import { planDemo } from './plan.ts';
import { seed } from './seed.ts';

const app = await startAppForFile();
let isNew: boolean;

beforeAll(async () => {
  isNew = await seed(app.ctx.db, new Date(), app.ctx.media.storage);
  // The seed draws a hundred pictures and flushes each to the disk.
}, 180_000);

async function signIn(username: string) {
  const client = app.client();
  const { userid } = await client.call(auth.login, {
    body: { email: username, password: DEMO_PASSWORD },
  });
  return { client, id: userid };
}

async function everyPost() {
  return app.ctx.db.selectFrom('posts').selectAll().orderBy('created_at').execute();
}

test('the demo has enough of everything, and its counters equal a recount', async () => {
  expect(isNew).toBe(true);
  const census = await takeCensus(app.ctx.db);
  expect(census.people).toBeGreaterThanOrEqual(32);
  expect(census.posts).toBeGreaterThanOrEqual(320);
  expect(census.comments).toBeGreaterThan(200);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('accounts and posts respect the limits of registration and posting', () => {
  for (const persona of everyone) {
    const email = emailOf(persona);
    const { username, fullName } = persona;
    auth.register.body?.parse({ username, fullName, email, password: DEMO_PASSWORD });
    assertNotGuessable(DEMO_PASSWORD, { username, email }, 'password');
    expect(fitsGraphemes(persona.bio, accountLimits.bio.max), username).toBe(true);
  }
  for (const { text } of planDemo(new Date()).posts) {
    expect(text).toBe(text.trim());
    expect(fitsGraphemes(text, tiers.free.postLength), text).toBe(true);
  }
});

test('a person’s posts keep the order of their source file', () => {
  for (const { username, posts: drafts } of everyone) {
    const pins = drafts.flatMap((draft) => draft.hoursAgo ?? []);
    expect(pins, username).toEqual(pins.toSorted((a, b) => b - a));
  }
});

test('ids sort like times, and no time is in the future', async () => {
  const rows = await everyPost();
  const ids = rows.map((row) => row.id);
  expect(ids).toEqual(ids.toSorted());
  expect(rows.at(-1)?.created_at.getTime()).toBeLessThan(Date.now());
});

test('each post has the visibility columns that the server would set', async () => {
  const rows = new Map((await everyPost()).map((row) => [row.id, row]));
  for (const row of rows.values()) {
    const parent = row.parent_id ? rows.get(row.parent_id) : undefined;
    const original = row.repost_of_id ? rows.get(row.repost_of_id) : undefined;
    const root = row.root_id ? rows.get(row.root_id) : undefined;
    const source = original ?? root ?? row;
    const involvedPeople = [
      row.author_id,
      ...(original?.hidden_if_blocked_ids ?? []),
      ...(parent && root ? [parent.author_id, root.author_id] : []),
    ];
    expect(row.root_id).toBe(parent ? (parent.root_id ?? parent.id) : null);
    expect([row.visibility, row.audience_id]).toEqual([source.visibility, source.author_id]);
    expect(row.hidden_if_blocked_ids.toSorted()).toEqual([...new Set(involvedPeople)].sort());
    if (parent) expect(row.id > parent.id).toBe(true);
  }
});

test('nobody reacts across a block or to a post that they cannot see', async () => {
  const { blocks, relations, likes, bookmarks, reposts, posts: planned } = planDemo(new Date());
  const engagements = [
    ...[...likes, ...bookmarks, ...reposts].map(({ by, post }) => ({ by, on: post })),
    ...planned.flatMap(({ author, parent }) => (parent ? [{ by: author, on: parent }] : [])),
  ];
  expect(blocks).toHaveLength(1);
  for (const { by, on } of engagements) {
    let root = on;
    while (root.parent) root = root.parent;
    expect(relations.areBlocked(by, on.author) || relations.areBlocked(by, root.author)).toBe(
      false,
    );
    const canSee =
      on.visibility === 'public' || by === root.author || relations.isFollowing(by, root.author);
    expect(canSee, on.text).toBe(true);
  }
  expect(reposts.every(({ post }) => post.visibility === 'public')).toBe(true);
});

test('the API shows a member every visible post completely', async () => {
  const { client, id } = await signIn('ines_alvarado');
  const census = await takeCensus(app.ctx.db);
  const seen: posts.Post[] = [];
  let cursor: string | null = null;
  do {
    const page: { posts: posts.Post[]; pagination: { nextCursor: string | null } } = (
      await client.call(feed.getFeed, { query: { limit: 50, ...(cursor && { cursor }) } })
    ).data;
    seen.push(...page.posts);
    cursor = page.pagination.nextCursor;
  } while (cursor);
  expect(new Set(seen.map((post) => post._id)).size).toBe(seen.length);
  // 'For you' shows own posts only while they are new.
  const own = { params: { userId: id }, query: { limit: 50 } };
  seen.push(...(await client.call(posts.listUserPosts, own)).data.posts);
  const originals = new Set(seen.map((post) => post.originalPost?._id ?? post._id));
  const followersOnly = planDemo(new Date()).posts.filter(
    (post) => !post.parent && post.visibility === 'followers',
  );
  expect(originals.size).toBeGreaterThanOrEqual(census.posts - followersOnly.length);
  expect(seen.some((post) => post.visibility === 'followers')).toBe(true);
  expect(seen.some((post) => post.edits.isedited)).toBe(true);
});

test('the API shows comments with their parents', async () => {
  const { client } = await signIn('mateus_figueira');
  const comments = (await everyPost())
    .filter((row) => row.parent_id && row.visibility === 'public')
    .slice(0, 30);
  for (const { id, parent_id } of comments) {
    const { data } = await client.call(posts.getPost, { params: { postId: id } });
    expect(data.parentPost?._id).toBe(parent_id);
  }
});

test('the listed accounts can sign in, and the newcomer follows nobody', async () => {
  for (const [username] of toSignInWith) await signIn(username);
  const { client } = await signIn('tove_lindahl');
  const { data } = await client.call(auth.getMe, {});
  expect([data.followingCount, data.postsCount, data.following]).toEqual([0, 0, []]);
});

test('people have notifications, and the newest are unread', async () => {
  const named = ['users', 'posts', 'likes', 'follows', 'blocks', 'notifications'].map(
    (name) => sql`${sql.ref(name)} as materialized (select * from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ kind: string; count: number; unfounded: number; blocked: number }>`
    with ${sql.join(named)}
    select type as kind, count(*)::int as count,
      -- Counts notifications without an activity, or with another time than the activity.
      count(*) filter (where not case type
        when 'like' then exists (select from likes where post_id = n.post_id and user_id = actor_id and created_at = n.created_at)
        when 'repost' then exists (select from posts where repost_of_id = n.post_id and author_id = actor_id and created_at = n.created_at)
        when 'follow' then exists (select from follows where follower_id = actor_id and followee_id = n.user_id and created_at = n.created_at)
        when 'comment' then exists (select from posts join posts parent on parent.id = posts.parent_id
          where posts.id = n.post_id and posts.author_id = actor_id and parent.author_id = n.user_id)
        else exists (select from posts join users on lower(username) = any(select lower(name) from unnest(mentions) as name)
          where posts.id = n.post_id and author_id = actor_id and users.id = n.user_id)
        end)::int as unfounded,
      count(*) filter (where exists (select from blocks
        where (blocker_id, blocked_id) in ((n.user_id, actor_id), (actor_id, n.user_id))))::int as blocked
    from notifications n group by type`.execute(app.ctx.db);
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(
    [...notifications.notificationTypes].toSorted(),
  );
  for (const { kind, count, unfounded, blocked } of rows) {
    expect(count, kind).toBeGreaterThan(0);
    expect([unfounded, blocked], kind).toEqual([0, 0]);
  }
  const { client } = await signIn('ines_alvarado');
  const { data } = await client.call(notifications.listNotifications, { query: { limit: 50 } });
  expect(data.notifications.map(({ _id }) => _id)).toEqual(
    data.notifications
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed(),
  );
  expect(data.pagination.totalNotifications).toBeLessThanOrEqual(60);
  expect(data.notifications.slice(0, data.unreadCount).every(({ read }) => !read)).toBe(true);
  expect(data.unreadCount).toBeGreaterThan(0);
  expect(data.unreadCount).toBeLessThan(10);
});

test('people have conversations with pictures and unread messages, but not across a block', async () => {
  const { chats, relations, members } = planDemo(new Date());
  for (const { pair, messages } of chats) {
    expect(relations.areBlocked(...pair)).toBe(false);
    const times = messages.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { sender, text, shows } of messages) {
      expect(pair).toContain(sender);
      expect(text !== '' || shows !== undefined).toBe(true);
      expect(fitsGraphemes(text, limits.messageLength), text).toBe(true);
    }
  }
  expect(new Set(chats.flatMap(({ pair }) => pair)).size).toBeLessThan(members.size);

  const { client, id } = await signIn('ines_alvarado');
  const { data: listed } = await client.call(chat.listConversations, { query: {} });
  expect(listed.length).toBeGreaterThanOrEqual(6);
  expect(listed.map(({ updatedAt }) => updatedAt)).toEqual(
    listed
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .toReversed(),
  );
  expect(listed.every(({ canMessage }) => canMessage)).toBe(true);
  expect(listed[0]?.lastMessage).toMatchObject({ content: '', media: [{ type: 'image' }] });
  const unread = listed.filter(({ currentUserUnreadCount }) => currentUserUnreadCount > 0);
  const counted = await client.call(chat.countUnreadConversations, {});
  expect(counted.data.unreadConversations).toBe(unread.length);
  expect(unread.length).toBeGreaterThan(1);
  const read = listed.find(({ currentUserUnreadCount }) => currentUserUnreadCount === 0)!;
  const { data: messages } = await client.call(chat.listMessages, {
    params: { conversationId: read._id },
    query: {},
  });
  expect(messages.some(({ senderId }) => senderId._id === id)).toBe(true);
  expect(messages.every(({ deliveryStatus }) => deliveryStatus === 'read')).toBe(true);
  const newcomer = await signIn('tove_lindahl');
  expect((await newcomer.client.call(chat.listConversations, { query: {} })).data).toEqual([]);
});

test('one member has Premium through a regular payment', async () => {
  const { client, id } = await signIn('takumi_mori');
  const status = await client.call(subscription.getSubscription, {});
  expect(status).toMatchObject({ isActive: true, plan: 'Annual', status: 'active' });
  expect(Date.parse(status.startDate ?? '')).toBeLessThan(Date.now());
  const { data: paid } = await client.call(subscription.listPayments, {});
  expect(paid).toMatchObject([{ plan: 'Annual', amount: 480, periodEnd: status.endDate }]);
  expect((await client.call(auth.getMe, {})).data.premium.isActive).toBe(true);
  // The sandbox knows the subscription, so a refresh changes nothing.
  await reconcilePayments(app.ctx, { all: true });
  expect(await client.call(subscription.getSubscription, {})).toEqual(status);
  const rows = await app.ctx.db.selectFrom('users').select(['id', 'premium_until']).execute();
  expect(rows.filter(({ premium_until }) => premium_until).map((row) => row.id)).toEqual([id]);
  expect(toSignInWith.map(([username]) => username)).toContain('takumi_mori');
});

test('a post is popular from the third other person who likes, comments or reposts', async () => {
  const stats = await app.ctx.db.selectFrom('post_stats').selectAll().execute();
  for (const { engager_count, popular_since } of stats)
    expect(popular_since !== null).toBe(engager_count >= 3);
  expect(stats.some(({ popular_since }) => popular_since !== null)).toBe(true);
});

test('a second run changes nothing', async () => {
  const before = await takeCensus(app.ctx.db);
  expect(await seed(app.ctx.db, new Date(), app.ctx.media.storage)).toBe(false);
  expect(await takeCensus(app.ctx.db)).toEqual(before);
});

test('the seed leaves existing people and their posts unchanged', async () => {
  const other = await startTestApp();
  try {
    const alice = await join(other, 'alice');
    await alice.post('I was here first.');
    const [first, second] = await Promise.all([
      seed(other.ctx.db, new Date(), null),
      seed(other.ctx.db, new Date(), null),
    ]);
    expect(Number(first) + Number(second)).toBe(1);
    expect(await findDrift(other.ctx)).toEqual([]);
    const { data } = await alice.call(auth.getMe, {});
    expect([data.followersCount, data.postsCount]).toEqual([0, 1]);
  } finally {
    await other.close();
  }
});

test('the seed writes nothing if somebody has one of its usernames', async () => {
  const other = await startTestApp();
  try {
    await join(other, 'Bao_Lin');
    await expect(seed(other.ctx.db, new Date(), null)).rejects.toThrow(
      'Somebody here is called bao_lin already',
    );
    expect(await other.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    const refusal = await refusalOf(
      other
        .client()
        .call(auth.login, { body: { email: 'ines_alvarado', password: DEMO_PASSWORD } }),
    );
    expect(refusal.status).toBe(401);
  } finally {
    await other.close();
  }
});

test('about forty posts have pictures with alternative text, and nearly everyone has an avatar', async () => {
  const { client } = await signIn('ines_alvarado');
  const rows = await app.ctx.db.selectFrom('media').selectAll().execute();
  const withPictures = new Set(rows.flatMap(({ post_id }) => post_id ?? []));
  expect(withPictures.size).toBeGreaterThanOrEqual(35);
  expect(rows.filter(({ post_id, alt }) => post_id && alt === '')).toEqual([]);
  expect(new Set(rows.map(({ position }) => position))).toEqual(new Set([0, 1, 2, 3]));
  for (const { id, files } of rows)
    for (const { name } of files)
      expect(await app.ctx.media.storage.exists(id, name), `${id}/${name}`).toBe(true);
  expect(rows.filter((row) => row.used_for === 'post' && !row.is_public).length).toBeGreaterThan(0);
  const people = await app.ctx.db.selectFrom('users').select(['avatar', 'cover_image']).execute();
  expect(people.filter(({ avatar }) => avatar === null)).toHaveLength(1);
  expect(people.filter(({ cover_image }) => cover_image).length).toBeGreaterThan(5);
  const { data } = await client.call(auth.getMe, {});
  expect((await app.client().fetch(String(data.avatar))).status).toBe(200);
});

test('the member with “pictures to show” has three posts with some', async () => {
  const { client, id } = await signIn('takumi_mori');
  const { data } = await client.call(posts.listUserMedia, { params: { userId: id }, query: {} });
  expect(data.posts).toHaveLength(3);
});

test('a block hides the two people from each other', async () => {
  const nameOf: Record<string, string> = { bert_vdp: 'elio_rossetti', elio_rossetti: 'bert_vdp' };
  for (const [username, other] of Object.entries(nameOf)) {
    const { client } = await signIn(username);
    const { data } = await client.call(users.getUser, { params: { username: other } });
    expect(data.user, other).not.toHaveProperty('bio');
  }
});
