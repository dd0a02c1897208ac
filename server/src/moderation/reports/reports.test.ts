import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as moderation from '@roost/contract/moderation';
import * as posts from '@roost/contract/posts';
import { rateLimits } from '@roost/contract/rate-limits';
import { toggleBlock } from '@roost/contract/relations';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import { castOf, crowdOf, join } from '../../../test/support/cast.ts';
import { open, send } from '../../../test/support/chat.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { findNewestEvidence, insertEvidence, MAX_VERSIONS } from '../evidence/evidence.queries.ts';
import type { Evidence } from '../evidence/evidence.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);
const moderator = await joinStaff(app, 'moe');

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;

test('the same report by one person is one report, and people are grouped by subject', async () => {
  const post = await alice.post('buy now');
  const first = await report(bob, 'post', post._id, { comment: 'an advertisement' });
  expect(await report(bob, 'post', post._id, { reason: 'hate' })).toBe(first);
  await report(carol, 'post', post._id, { reason: 'harassment' });
  const found = await caseOf(moderator, post._id);
  expect(found).toMatchObject({ reports: 2, status: 'open', author: { username: 'alice' } });
  const { reports, asReported, now, history } = await show(moderator, found._id);
  expect(
    reports.map(({ reporter, reason, comment }) => [reporter?.username, reason, comment]),
  ).toEqual([
    ['carol', 'harassment', ''],
    ['bob', 'spam', 'an advertisement'],
  ]);
  expect([asReported, now]).toEqual([
    expect.objectContaining({ content: 'buy now' }),
    expect.objectContaining({ content: 'buy now' }),
  ]);
  expect(history).toMatchObject({ posts: 1, reports: 2, ownReports: 0 });
});

test('parallel reports of one post make one case with all of them', async () => {
  const post = await alice.post('everybody sees it');
  const crowd = await crowdOf(app, 8, 'parallel');
  await Promise.all([...crowd, ...crowd].map(async (member) => report(member, 'post', post._id)));
  expect((await caseOf(moderator, post._id)).reports).toBe(8);
});

test('the evidence shows what each reporter saw, also after an edit and a deletion', async () => {
  const post = await alice.post('the first text');
  await report(bob, 'post', post._id);
  await alice.call(posts.editPost, { params: { postId: post._id }, body: { content: 'harmless' } });
  const { _id: id } = await caseOf(moderator, post._id);
  expect(await show(moderator, id)).toMatchObject({
    asReported: { content: 'the first text' },
    now: { content: 'harmless' },
  });
  await report(carol, 'post', post._id);
  await alice.call(posts.deletePost, { params: { postId: post._id } });
  expect(await show(moderator, id)).toMatchObject({
    asReported: { content: 'harmless' },
    now: null,
  });
});

test('a new version replaces one with the fewest reports, so each new report keeps what it is about', async () => {
  const post = await alice.post('many versions');
  for (const member of [bob, carol]) await report(member, 'post', post._id);
  const { _id: caseId } = await caseOf(moderator, post._id);
  const first = await findNewestEvidence(app.ctx, caseId);
  for (let n = 1; n < MAX_VERSIONS; n += 1)
    await insertEvidence(app.ctx, caseId, newId(), {
      ...(first!.content as Extract<Evidence, { type: 'post' }>),
      content: `version ${n}`,
    });
  await alice.call(posts.editPost, { params: { postId: post._id }, body: { content: 'newest' } });
  await report(dan, 'post', post._id);
  expect((await show(moderator, caseId)).asReported).toMatchObject({ content: 'newest' });
  const kept = await app.ctx.db
    .selectFrom('report_evidence')
    .select(sql<string>`content->>'content'`.as('text'))
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  expect(kept).toHaveLength(MAX_VERSIONS);
  expect(kept.slice(0, 2).map(({ text }) => text)).toEqual(['many versions', 'version 2']);
});

test('a report of a repost is about its original', async () => {
  const post = await alice.post('passed on');
  const repost = await bob.client.fetch(`/api/posts/${post._id}/repost`, { method: 'POST' });
  const { data } = (await repost.json()) as { data: { repost: { _id: string } } };
  await report(carol, 'post', data.repost._id);
  expect((await caseOf(moderator, post._id)).author?.username).toBe('alice');
});

test('a person is reported with their profile, also across a block', async () => {
  const troll = await join(app, 'troll');
  await troll.toggleBlock(dan);
  await report(dan, 'user', troll.id);
  const { _id: id } = await caseOf(moderator, troll.id);
  expect((await show(moderator, id)).asReported).toMatchObject({ type: 'user', username: 'troll' });
});

describe('a reported message', () => {
  test('brings the five before it, and nothing else of the chat', async () => {
    const { _id: chatId } = await open(bob, alice);
    const sent = [];
    for (let n = 0; n < 9; n += 1)
      sent.push(await send(n % 2 ? bob : alice, chatId, `number ${n}`));
    await report(bob, 'message', sent[6]!._id);
    const { _id: id } = await caseOf(moderator, sent[6]!._id);
    const { asReported, now } = await show(moderator, id);
    const texts = ['number 1', 'number 2', 'number 3', 'number 4', 'number 5', 'number 6'];
    for (const each of [asReported, now])
      expect(each?.type === 'message' && each.messages.map(({ content }) => content)).toEqual(
        texts,
      );
    expect((await caseOf(moderator, sent[6]!._id)).author?.username).toBe('alice');
  });

  test('is unknown to everybody outside of the chat', async () => {
    const { _id: chatId } = await open(bob, carol);
    const message = await send(carol, chatId, 'between us');
    expect(await codeOf(report(dan, 'message', message._id))).toBe('not_found');
    expect(await codeOf(report(moderator, 'message', message._id))).toBe('not_found');
  });
});

test('each person of a call has a case of their own, and the call stays hidden while one of them hides it', async () => {
  const { _id: chatId } = await open(bob, dan);
  const call = await send(bob, chatId, 'a call');
  await app.ctx.db
    .updateTable('messages')
    .set({
      kind: 'call',
      call: JSON.stringify({ media: 'audio', outcome: 'missed', seconds: null }),
    } as never)
    .where('id', '=', call._id)
    .execute();
  await report(bob, 'message', call._id);
  await report(dan, 'message', call._id);
  const { data } = await moderator.call(moderation.listCases, { query: { type: 'message' } });
  const about = data.cases.filter(({ subject }) => subject._id === call._id);
  expect(about.map(({ author, reports }) => [author?.username, reports])).toEqual([
    ['bob', 1],
    ['dan', 1],
  ]);
  const [one, other] = about.map(({ _id }) => _id) as [string, string];
  const isWithheld = async () =>
    app.ctx.db
      .selectFrom('messages')
      .select('is_withheld')
      .where('id', '=', call._id)
      .executeTakeFirst();
  await decide(moderator, one, { action: 'hide' });
  await decide(moderator, other, { action: 'dismiss' });
  expect(await isWithheld()).toEqual({ is_withheld: true });
  await decide(moderator, one, { action: 'dismiss' });
  expect(await isWithheld()).toEqual({ is_withheld: false });
});

test('nobody reports what they cannot see, or themselves', async () => {
  const closed = await alice.post('for followers', 'followers');
  const own = await bob.post('my own');
  expect(await codeOf(report(dan, 'post', closed._id))).toBe('not_found');
  for (const type of ['post', 'user', 'message'] as const)
    expect(await codeOf(report(dan, type, NOBODY))).toBe('not_found');
  expect(await codeOf(report(bob, 'post', own._id))).toBe('self_action');
  expect(await codeOf(report(bob, 'user', bob.id))).toBe('self_action');
});

test('people see their own reports only', async () => {
  const reporter = await join(app, 'reporter');
  const ids = [];
  for (let n = 0; n < 3; n += 1)
    ids.unshift(await report(reporter, 'post', (await alice.post(`number ${n}`))._id));
  const first = (await reporter.call(moderation.listOwnReports, { query: { limit: 2 } })).data;
  expect(first.reports.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  expect(first.reports[0]).toMatchObject({ status: 'open', outcome: null, reason: 'spam' });
  const cursor = first.pagination.nextCursor ?? '';
  const second = (await reporter.call(moderation.listOwnReports, { query: { cursor } })).data;
  expect(second.reports.map(({ _id }) => _id)).toEqual(ids.slice(2));
});

test('an own report names the person, also after a block, but not while the person is hidden', async () => {
  const reporter = await join(app, 'namer');
  const reported = await join(app, 'named');
  await report(reporter, 'post', (await reported.post('a post to report'))._id);
  await reporter.call(toggleBlock, { params: { userId: reported.id } });
  await report(reporter, 'user', reported.id);
  const people = async () =>
    (await reporter.call(moderation.listOwnReports, {})).data.reports.map(
      ({ person }) => person?.username,
    );
  expect(await people()).toEqual(['named', 'named']);
  const { _id: caseId } = await caseOf(moderator, reported.id);
  await decide(moderator, caseId, { action: 'suspend' });
  expect(await people()).toEqual([undefined, undefined]);
});

test('an own report leads to its post, while the reporter can open it', async () => {
  const reporter = await join(app, 'opener');
  const [removed, hidden, warned] = [
    await alice.post('removed later'),
    await alice.post('hidden later'),
    await alice.post('warned later'),
  ];
  for (const { _id } of [removed, hidden, warned]) await report(reporter, 'post', _id);
  await report(reporter, 'user', bob.id);
  const shown = async () =>
    (await reporter.call(moderation.listOwnReports, {})).data.reports.map(({ hasPost }) => hasPost);
  expect(await shown()).toEqual([false, true, true, true]);
  const actions = [
    [removed, 'remove'],
    [hidden, 'hide'],
    [warned, 'warn'],
  ] as const;
  for (const [{ _id }, action] of actions)
    await decide(moderator, (await caseOf(moderator, _id))._id, { action, message: 'Why.' });
  expect(await shown()).toEqual([false, true, false, false]);
});

test('one person sends twenty reports an hour', async () => {
  const limited = await startAppForTest({ RATE_LIMITS: 'on' });
  const { alice: author, bob: reporter } = await castOf(limited);
  const post = await author.post('reported often');
  for (let n = 0; n < rateLimits.reports.points; n += 1) await report(reporter, 'post', post._id);
  expect(await codeOf(report(reporter, 'post', post._id))).toBe('rate_limited');
});
