import { readdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as moderation from '@roost/contract/moderation';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as relations from '@roost/contract/relations';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { register } from '@roost/contract/auth';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import type { FacedCases } from '../../../test/support/canary-moderation.ts';
import { liveFully, type Leaver } from '../../../test/support/canary.ts';
import { impersonalTables } from '../../../test/support/impersonal-tables.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { exportOf } from '../../../test/support/exports.ts';
import { history, listed } from '../../../test/support/chat.ts';
import { decide, show } from '../../../test/support/moderation.ts';
import { until } from '../../../test/support/premium.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { allTables, storedIds, sweepTables } from '../../../test/support/sweep.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { insertClosing } from '../../auth/closing/closing.queries.ts';
import { queueErasure } from './erase-person.ts';

const lines: string[] = [];
const app = await startAppForFile(
  { ...withJobs, LOG_LEVEL: 'trace' },
  { logTo: { write: (line) => void lines.push(line) } },
);
const { ctx } = app;

/** The columns that keep the id of an erased person, and why. The id leads to an empty row only. */
const tablesWithIds = [
  // The empty row itself, its zero counters, and the fact that it is hidden.
  'public.users',
  'public.user_stats',
  'public.hidden_users',
  // Empty places in threads and chats of others.
  'public.posts',
  'public.thread_posts',
  'public.conversations',
  'public.conversation_members',
  'public.messages',
  // Payments, which the law demands. They have no name.
  'public.subscriptions',
  'public.payments',
  'public.sandbox_subscriptions',
  // Cases, reports and decisions about the person, and who acted as a moderator. They have no texts.
  'public.moderation_cases',
  'public.moderation_decisions',
  'public.reports',
  'public.appeals',
  'public.audit_entries',
  // The affinity of readers, which the next visit computes again.
  'public.feed_readers',
];

let leaver: Leaver;
let bob: Member;
let eve: Member;
let faced: FacedCases;
let idsBefore: string[];

beforeAll(async () => {
  ({ leaver, bob, eve, faced } = await liveFully(app));
  idsBefore = await idsOf(leaver.id);
  await insertClosing(ctx, leaver.id, 0);
  await expectTraces(leaver);
  await erase(leaver.id);
});

/** The ids of the person, and of what they made. */
async function idsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from posts where author_id = ${userId}
    union all select id::text from media where owner_id = ${userId}
    union all select provider_id from subscriptions where user_id = ${userId}`.execute(ctx.db);
  return [userId, ...rows.map(({ id }) => id)];
}

async function expectTraces({ canary }: Leaver): Promise<void> {
  const traces = await sweepTables(ctx, [canary, ...idsBefore]);
  const found = new Set(traces.map(({ table }) => table));
  const untouched = (await allTables(ctx)).filter((table) => !found.has(table));
  expect(untouched.toSorted()).toEqual(impersonalTables.toSorted());
}

async function erase(userId: string): Promise<void> {
  await queueErasure(ctx, userId);
  await until(async () => {
    const { username } = await ctx.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return username.startsWith('erased-');
  });
  for (const job of ['erasePerson', 'deleteMediaFiles', 'rankHashtags'])
    await until(async () => (await jobsOf(app, job)).length === 0);
}

test('no table holds a text, a name or an address of an erased person', async () => {
  expect(await sweepTables(ctx, [leaver.canary])).toEqual([]);
});

test('the id of an erased person stands only where an empty row is needed', async () => {
  const tables = (await sweepTables(ctx, [leaver.id])).map(({ table }) => table);
  expect([...new Set(tables)].filter((table) => !tablesWithIds.includes(table))).toEqual([]);
});

test('the row of an erased person is empty', async () => {
  const row = await ctx.db
    .selectFrom('users')
    .innerJoin('user_stats', 'user_id', 'id')
    .selectAll()
    .where('id', '=', leaver.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    full_name: '',
    bio: '',
    avatar: null,
    cover_image: null,
    premium_until: null,
    notification_preferences: {},
    muted_words: null,
    links: [],
    verified_links: [],
    language: 'en',
    show_online: true,
    followers_count: 0,
    following_count: 0,
    public_posts_count: 0,
    followers_posts_count: 0,
  });
});

test('the counters of all others equal a recount', async () => {
  expect(await findDrift(ctx)).toEqual([]);
});

test('no file of an erased person is left', async () => {
  const known = await ctx.db.selectFrom('media').select(['id', 'owner_id']).execute();
  expect(known.filter(({ owner_id }) => owner_id === leaver.id)).toEqual([]);
  const stored = await storedIds(ctx.media.storage);
  expect(stored.filter((id) => !known.some((each) => each.id === id))).toEqual([]);
  expect(await storedIds(ctx.media.exports)).toEqual([]);
  const names = await readdir(joinPath(app.dataFolder, 'media'), { recursive: true });
  expect(names.filter((name) => idsBefore.some((id) => name.includes(id)))).toEqual([]);
});

test('no list, search or page shows an erased person', async () => {
  const { canary, username, postId, id } = leaver;
  const answers = await Promise.all([
    bob.call(search.searchUsers, { query: { query: canary } }),
    bob.call(search.suggestMentions, { query: { query: canary } }),
    bob.call(search.suggestHashtags, { query: { query: canary } }),
    bob.call(search.listHashtag, { params: { tag: `${canary}tag` }, query: {} }),
    bob.call(search.listTrending, {}),
    bob.call(notifications.listNotifications, { query: {} }),
    bob.call(chat.listConversations, {}),
    bob.call(relations.listFollowers, { params: { userId: bob.id }, query: {} }),
    bob.call(relations.listFollowing, { params: { userId: bob.id }, query: {} }),
    bob.call(posts.listComments, { params: { postId }, query: {} }).catch(() => null),
    bob.call(users.listSuggested, { query: {} }),
  ]);
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(canary);
  const { data } = await bob.call(search.searchPosts, { query: { query: canary } });
  expect(data.posts).toEqual([]);
  for (const name of [username, id])
    expect((await refusalOf(bob.call(users.getUser, { params: { username: name } }))).status).toBe(
      404,
    );
});

test('other people keep their comments, under an empty place', async () => {
  const { data } = await bob.call(posts.getPost, { params: { postId: leaver.replyId } });
  expect(data.content).toBe('A reply by Bob');
  expect(data.parentPost).toMatchObject({ isDeleted: true, content: '', ownerid: null });
  // A stranger sees it too, and can answer.
  const stranger = await join(app, 'stranger');
  const reply = await stranger.comment(leaver.replyId, 'A reply by a stranger');
  expect((await bob.call(posts.getPost, { params: { postId: reply._id } })).data.content).toBe(
    'A reply by a stranger',
  );
});

test('the other person keeps their own messages in the conversation', async () => {
  const messages = await history(bob, leaver.conversationId);
  expect(messages.map(({ content }) => content)).toEqual(['An answer by Bob', 'Missed voice call']);
  expect(messages.every(({ senderId }) => senderId._id === bob.id)).toBe(true);
  const conversation = await listed(bob, leaver.conversationId);
  expect(conversation).toMatchObject({
    currentUserUnreadCount: 0,
    canMessage: false,
    canCall: false,
  });
});

test('blocks and follows of an erased person are gone for the others', async () => {
  const { data } = await eve.call(relations.listBlockedUsers, {});
  expect(data).toEqual([]);
  const { data: following } = await eve.call(relations.listFollowing, {
    params: { userId: eve.id },
    query: {},
  });
  expect(following.users).toEqual([]);
});

test('a withheld post of somebody else comes back without the like and the repost of an erased person', async () => {
  const { moe, finn, finnsCaseId, finnsPostId } = faced;
  await decide(moe, finnsCaseId, { action: 'dismiss' });
  const { data } = await finn.call(posts.getPost, { params: { postId: finnsPostId } });
  expect(data.stats).toMatchObject({ likeCount: 0, repostCount: 0 });
  expect(await findDrift(ctx)).toEqual([]);
});

test('the desk shows no name and no text of an erased person', async () => {
  const { moe } = faced;
  const { data } = await moe.call(moderation.listCases, { query: { limit: 50 } });
  const shown = await Promise.all(data.cases.map(async ({ _id }) => show(moe, _id)));
  const about = shown.filter((each) => each.case.author === null);
  expect(about.length).toBeGreaterThan(3);
  expect(about.every(({ asReported }) => asReported === null)).toBe(true);
  const audit = await moe.call(moderation.listAudit, { query: { limit: 50 } });
  expect(audit.data.entries.length).toBeGreaterThan(5);
  expect(JSON.stringify([shown, audit])).not.toContain(leaver.canary);
  // The text of the other person is still there.
  const rude = shown.find(({ case: { author } }) => author?.username === 'finn');
  expect(rude?.decisions.length).toBeGreaterThan(0);
});

test('an export of another person holds nothing of an erased person', async () => {
  for (const [name, content] of await exportOf(bob))
    expect(content.toString('latin1'), name).not.toContain(leaver.canary);
});

test('nobody can take the name for 30 days, but the address is free', async () => {
  const account = { fullName: 'Somebody else', password: PASSWORD };
  const taken = await refusalOf(
    app.client().call(register, {
      body: { ...account, username: leaver.username.toUpperCase(), email: 'else@example.org' },
    }),
  );
  expect(taken.body.code).toBe('username_taken');
  const held = await ctx.db.selectFrom('held_usernames').selectAll().executeTakeFirstOrThrow();
  expect(Math.round((held.until.getTime() - Date.now()) / 86_400_000)).toBe(30);
  expect(JSON.stringify(held)).not.toContain(leaver.canary);
});

test('names, addresses and texts never enter the log', () => {
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => line.toLowerCase().includes(leaver.canary))).toEqual([]);
});
