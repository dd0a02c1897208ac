import { describe, expect, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import * as moderation from '@roost/contract/moderation';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, join } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { bodyOf, NOBODY, pathWith } from '../../../test/support/requests.ts';
import { joinStaff, promote } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);
const [moe, mia] = [await joinStaff(app, 'moe'), await joinStaff(app, 'mia')];

const staffEndpoints = endpoints.filter(({ path }) => path.startsWith('/api/moderation'));

describe('for members, the routes of the staff are unknown paths', () => {
  test.each(staffEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
    '%s',
    async (_, endpoint) => {
      const answerOf = async (path: string, body: RequestInit) => {
        const response = await alice.client.fetch(path, { method: endpoint.method, ...body });
        const headers = [...response.headers.keys()].toSorted();
        return { status: response.status, headers, body: await response.text() };
      };
      const unknown = await answerOf('/api/moderation/nothing-here', bodyOf(endpoint, {}));
      expect(unknown.status).toBe(404);
      for (const id of [NOBODY, 'no id'])
        expect(await answerOf(pathWith(endpoint, id), bodyOf(endpoint, {}))).toEqual(unknown);
    },
  );
});

test('a role ends at once', async () => {
  const former = await joinStaff(app, 'former');
  await former.call(moderation.listCases, {});
  await promote(app, former, 'member');
  expect((await refusalOf(former.call(moderation.listCases, {}))).status).toBe(404);
});

test('the queue filters by status, kind and moderator, and its pages do not repeat a case', async () => {
  const author = await join(app, 'author');
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { _id } = await author.post(`filtered ${n}`);
    await report(bob, 'post', _id);
    ids.unshift(_id);
  }
  await report(bob, 'user', author.id);
  const list = async (query: object) => (await moe.call(moderation.listCases, { query })).data;
  const idsOf = ({ cases }: { cases: moderation.ModerationCase[] }) =>
    cases.map(({ subject }) => subject._id);
  const first = await list({ type: 'post', limit: 3 });
  const second = await list({ type: 'post', limit: 3, cursor: first.pagination.nextCursor });
  expect([...idsOf(first), ...idsOf(second)].slice(0, 5)).toEqual(ids);
  expect(idsOf(await list({ type: 'user' }))).toEqual([author.id]);
  const { _id: caseId } = await caseOf(moe, ids[0]!);
  await mia.call(moderation.assignCase, { params: { caseId } });
  expect(idsOf(await list({ assigned: mia.id }))).toEqual([ids[0]]);
  expect(idsOf(await list({ assigned: 'me' }))).toEqual([]);
  expect(idsOf(await list({ status: 'open', limit: 50 }))).not.toContain(ids[0]);
  expect(idsOf(await list({ status: 'assigned' }))).toEqual([ids[0]]);
  expect(idsOf(await list({ status: 'closed' }))).toEqual([]);
});

test('the list shows how each text begins, and why people reported it', async () => {
  const post = await alice.post('x'.repeat(300));
  await report(bob, 'post', post._id, { reason: 'hate' });
  await report(carol, 'post', post._id, { reason: 'spam' });
  await report(moe, 'post', post._id, { reason: 'spam' });
  expect(await caseOf(mia, post._id)).toMatchObject({
    preview: 'x'.repeat(280),
    media: 0,
    reasons: [
      { reason: 'spam', count: 2 },
      { reason: 'hate', count: 1 },
    ],
  });
});

test('the list counts what waits, whatever its filter', async () => {
  const waiting = async () =>
    (await mia.call(moderation.listCases, { query: { status: 'closed' } })).data.waiting;
  const before = await waiting();
  const post = await alice.post('one more');
  await report(bob, 'post', post._id);
  const { _id: caseId } = await caseOf(mia, post._id);
  await mia.call(moderation.assignCase, { params: { caseId } });
  expect(await waiting()).toEqual({ ...before, cases: before.cases + 1, own: before.own + 1 });
  const decision = await decide(mia, caseId, { action: 'hide' });
  expect(await waiting()).toEqual(before);
  await alice.call(moderation.createAppeal, { body: { decisionId: decision._id, text: 'No.' } });
  expect(await waiting()).toEqual({ ...before, appeals: before.appeals + 1 });
});

test('the staff sees live who works on a case, and the log keeps it', async () => {
  const [tab, other] = [await openTab(moe), await openTab(alice)];
  const post = await alice.post('worked on');
  await report(carol, 'post', post._id);
  await expect.poll(() => tab.all('caseChanged').length).toBe(1);
  const { _id: caseId } = await caseOf(moe, post._id);
  await mia.call(moderation.assignCase, { params: { caseId } });
  await mia.call(moderation.assignCase, { params: { caseId } });
  await moe.call(moderation.unassignCase, { params: { caseId } });
  await expect
    .poll(() => tab.all('caseChanged'))
    .toEqual([
      { _id: caseId, status: 'open', assigneeId: null, reports: 1 },
      { _id: caseId, status: 'assigned', assigneeId: mia.id, reports: 1 },
      { _id: caseId, status: 'open', assigneeId: null, reports: 1 },
    ]);
  const { data } = await moe.call(moderation.listAudit, { query: { subject: caseId } });
  expect(
    data.entries.map(({ actor, action, before, after }) => [
      actor?.username,
      action,
      before,
      after,
    ]),
  ).toEqual([
    ['moe', 'case.assigned', { assignee: mia.id }, { assignee: null }],
    ['mia', 'case.assigned', { assignee: null }, { assignee: mia.id }],
  ]);
  expect(other.all('caseChanged')).toEqual([]);
  for (const { socket } of [tab, other]) socket.close();
});

test('the log can be filtered by the person who acted', async () => {
  const { data } = await moe.call(moderation.listAudit, { query: { actor: mia.id, limit: 50 } });
  expect(new Set(data.entries.map(({ actor }) => actor?.username))).toEqual(new Set(['mia']));
});

test.each([
  'update audit_entries set action = action',
  'delete from audit_entries',
  'truncate audit_entries',
])('the database refuses: %s', async (statement) => {
  const { sql } = await import('kysely');
  await expect(sql.raw(statement).execute(app.ctx.db)).rejects.toThrow('append-only');
});

test('a case that does not exist is not found', async () => {
  for (const endpoint of [moderation.showCase, moderation.assignCase, moderation.unassignCase])
    expect((await refusalOf(moe.call(endpoint, { params: { caseId: NOBODY } }))).status).toBe(404);
});
