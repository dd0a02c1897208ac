import { describe, expect, test } from 'vitest';
import { login } from '@roost/contract/auth';
import * as moderation from '@roost/contract/moderation';
import { listNotifications, markAllRead } from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { untilSomebodyWaits } from '../../../test/support/locks.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { joinStaff, promote } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { lockCase } from '../cases/case.queries.ts';
import { applyToSubject } from '../decisions/apply-to-subject.ts';
import { undoDecision } from '../decisions/decision.queries.ts';

const app = await startAppForFile();
const reporter = await join(app, 'reporter');
const [moe, mia] = [await joinStaff(app, 'moe'), await joinStaff(app, 'mia')];

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;

async function decideAbout(
  type: moderation.SubjectType,
  id: string,
  action: moderation.ModerationAction,
): Promise<moderation.Decision> {
  await report(reporter, type, id);
  return decide(moe, (await caseOf(moe, id))._id, { action });
}

const appeal = async (member: Member, decisionId: string) =>
  (await member.call(moderation.createAppeal, { body: { decisionId, text: 'It was a joke' } })).data
    ._id;

const answer = async (member: Member, appealId: string, uphold: boolean) =>
  (await member.call(moderation.decideAppeal, { params: { appealId }, body: { uphold } })).data;

test('a granted appeal undoes the whole decision', async () => {
  const author = await somebody();
  const post = await author.post('misunderstood');
  const { _id } = await decideAbout('post', post._id, 'hide');
  const id = await appeal(author, _id);
  const open = (await mia.call(moderation.listAppeals, { query: { status: 'open' } })).data.appeals;
  expect(open.map((each) => [each._id, each.text, each.canDecide])).toEqual([
    [id, 'It was a joke', true],
  ]);
  expect(await answer(mia, id, false)).toMatchObject({
    upheld: false,
    decision: { undoneBy: 'appeal' },
  });
  await reporter.call(posts.getPost, { params: { postId: post._id } });
  expect(
    (await mia.call(moderation.listAppeals, { query: { status: 'open' } })).data.appeals,
  ).toEqual([]);
  const own = (await reporter.call(moderation.listOwnReports, {})).data.reports;
  expect(own[0]?.outcome).toBe('dismissed');
});

test('an upheld removal deletes the post for good', async () => {
  const author = await somebody();
  const post = await author.post('really bad');
  const decision = await decideAbout('post', post._id, 'remove');
  expect(await answer(mia, await appeal(author, decision._id), true)).toMatchObject({
    upheld: true,
  });
  const row = await app.ctx.db
    .selectFrom('posts')
    .select(['content', 'withheld_as'])
    .where('id', '=', post._id)
    .executeTakeFirst();
  expect(row).toEqual({ content: '', withheld_as: null });
  await decide(moe, decision.caseId, { action: 'dismiss' });
  expect(
    (await refusalOf(author.call(posts.getPost, { params: { postId: post._id } }))).status,
  ).toBe(404);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('an upheld appeal deletes no post that is only hidden meanwhile', async () => {
  const author = await somebody();
  const post = await author.post('only hidden');
  const decision = await decideAbout('post', post._id, 'remove');
  const id = await appeal(author, decision._id);
  let upheld: Promise<unknown> | undefined;
  await transaction(app.ctx, async (tx) => {
    const found = await lockCase(tx, decision.caseId);
    upheld = answer(mia, id, true);
    await untilSomebodyWaits(app);
    await undoDecision(tx, decision._id, 'decision');
    await applyToSubject(tx, found!, 'hide');
  });
  await upheld;
  const { data } = await author.call(posts.getPost, { params: { postId: post._id } });
  expect(data.content).toBe('only hidden');
});

test('there is no appeal against a decision that ends meanwhile', async () => {
  const author = await somebody();
  const decision = await decideAbout('user', author.id, 'warn');
  let refused: Promise<string> | undefined;
  await transaction(app.ctx, async (tx) => {
    await lockCase(tx, decision.caseId);
    refused = codeOf(appeal(author, decision._id));
    await untilSomebodyWaits(app);
    await undoDecision(tx, decision._id, 'decision');
  });
  expect(await refused).toBe('not_found');
});

describe('one appeal', () => {
  test('by the person whom the decision concerns', async () => {
    const [author, other] = [await somebody(), await somebody()];
    const { _id } = await decideAbout('user', author.id, 'warn');
    expect(await codeOf(appeal(other, _id))).toBe('not_found');
    const signedOut = app
      .client()
      .call(moderation.createAppeal, { body: { decisionId: _id, text: 'x' } });
    expect(await codeOf(signedOut)).toBe('unauthenticated');
    await appeal(author, _id);
    expect(await codeOf(appeal(author, _id))).toBe('already_appealed');
  });

  test('is decided once', async () => {
    const author = await somebody();
    const id = await appeal(author, (await decideAbout('user', author.id, 'warn'))._id);
    await answer(mia, id, true);
    expect(await codeOf(answer(mia, id, false))).toBe('conflict');
  });

  test('against a decision that ended, or is too old, does not exist', async () => {
    const author = await somebody();
    const ended = await decideAbout('user', author.id, 'warn');
    await decide(moe, ended.caseId, { action: 'dismiss' });
    expect(await codeOf(appeal(author, ended._id))).toBe('not_found');
    const { _id } = await decide(moe, ended.caseId, { action: 'warn' });
    const old = new Date(Date.now() - (app.ctx.config.appealDays + 1) * 86_400_000);
    await app.ctx.db
      .updateTable('moderation_decisions')
      .set({ created_at: old } as never)
      .where('id', '=', _id)
      .execute();
    expect(await codeOf(appeal(author, _id))).toBe('not_found');
  });
});

test('somebody who is banned appeals with the token of the refused sign-in, and comes back', async () => {
  const person = await somebody();
  await decideAbout('user', person.id, 'ban');
  const signIn = async () =>
    app.client().call(login, { body: { email: person.username, password: PASSWORD } });
  const { appealToken } = (await refusalOf(signIn())).body as unknown as { appealToken: string };
  const send = async (token: string) =>
    app.client().call(moderation.createAppeal, { body: { appealToken: token, text: 'Sorry' } });
  expect(await codeOf(send(`${appealToken.slice(0, -2)}AA`))).toBe('not_found');
  const { _id } = (await send(appealToken)).data;
  expect(await codeOf(send(appealToken))).toBe('already_appealed');
  expect((await refusalOf(signIn())).body).toMatchObject({ code: 'banned', appealToken: null });
  await answer(mia, _id, false);
  await signIn();
});

describe('who made the decision', () => {
  test('does not decide the appeal while somebody else can', async () => {
    const author = await somebody();
    const id = await appeal(author, (await decideAbout('user', author.id, 'warn'))._id);
    expect(await codeOf(answer(moe, id, true))).toBe('own_decision');
    await promote(app, mia, 'member');
    expect((await answer(moe, id, true)).upheld).toBe(true);
    await promote(app, mia);
  });
});

test('the log has the outcome', async () => {
  const author = await somebody();
  const id = await appeal(author, (await decideAbout('user', author.id, 'warn'))._id);
  await answer(mia, id, false);
  const { data } = await moe.call(moderation.listAudit, { query: { subject: author.id } });
  expect(data.entries[0]).toMatchObject({ action: 'appeal.granted', actor: { username: 'mia' } });
  expect(JSON.stringify(data)).not.toContain('a joke');
});

test('the author gets a notification with the decision, and appeals by it', async () => {
  const author = await somebody();
  const post = await author.post('told about');
  const decision = await decideAbout('post', post._id, 'hide');
  const list = async (query: object) => (await author.call(listNotifications, { query })).data;
  const usual = await list({});
  expect([usual.notifications, usual.unreadCount, usual.pagination.totalNotifications]).toEqual([
    [],
    0,
    0,
  ]);
  expect((await list({ grouped: '1' })).groups).toMatchObject([{ type: 'moderation', count: 1 }]);
  const { notifications, extendedCount, unreadCount } = await list({ extended: '1' });
  expect([extendedCount, unreadCount]).toEqual([1, 0]);
  expect(notifications).toMatchObject([
    { type: 'moderation', decision: { _id: decision._id, action: 'hide', canAppeal: true } },
  ]);
  await appeal(author, decision._id);
  expect((await list({ extended: '1' })).notifications).toMatchObject([
    { decision: { canAppeal: false } },
  ]);
  await author.call(markAllRead, {});
  expect((await list({ extended: '1', type: 'moderation' })).extendedCount).toBe(0);
});
