import { expect, test } from 'vitest';
import * as moderation from '@roost/contract/moderation';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { withTotp } from '../../../test/support/factors.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { joinStaff, promote } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { listStaff } from './people.queries.ts';
import { handlersOf } from './staff.ts';

const app = await startAppForFile();
const reporter = await join(app, 'reporter');
const [moe, mia] = [await joinStaff(app, 'moe'), await joinStaff(app, 'mia')];
const [ann, ben] = [await joinStaff(app, 'ann', 'admin'), await joinStaff(app, 'ben', 'admin')];

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;
const listed = async (member: Member) =>
  (await member.call(moderation.listCases, { query: { limit: 50 } })).data;

/** Reports a person, as somebody who sees the case. */
async function caseAbout(person: Member, seer: Member): Promise<string> {
  await report(reporter, 'user', person.id);
  return (await caseOf(seer, person.id))._id;
}

/** Expects that nothing about a case exists for a viewer. */
async function expectConcealed(viewer: Member, caseId: string, person: Member): Promise<void> {
  const params = { caseId };
  for (const endpoint of [
    moderation.showCase,
    moderation.listAlikeCases,
    moderation.assignCase,
    moderation.unassignCase,
  ])
    expect(await codeOf(viewer.call(endpoint, { params }))).toBe('not_found');
  expect(await codeOf(decide(viewer, caseId, { action: 'dismiss' }))).toBe('not_found');
  const bulk = await viewer.call(moderation.decideCases, {
    body: { caseIds: [caseId], action: 'dismiss' },
  });
  expect(bulk.data).toEqual({ decided: [], refused: [{ caseId, code: 'not_found' }] });
  const userId = person.id;
  expect(await codeOf(viewer.call(moderation.showPerson, { params: { userId } }))).toBe(
    'not_found',
  );
  const { cases, waiting } = await listed(viewer);
  expect(cases.map(({ _id }) => _id)).not.toContain(caseId);
  expect(waiting.cases).toBe(cases.filter(({ status }) => status !== 'closed').length);
  const log = await viewer.call(moderation.listAudit, { query: { limit: 50 } });
  expect(JSON.stringify(log.data)).not.toContain(caseId);
  expect(log.data.entries.map(({ person: about }) => about?.username)).not.toContain(
    person.username,
  );
}

test('a case about a moderator exists for admins only, and nobody sees a case about themselves', async () => {
  const tabs = { moe: await openTab(moe), mia: await openTab(mia), ann: await openTab(ann) };
  const own = await caseAbout(mia, ann);
  await ann.call(moderation.assignCase, { params: { caseId: own } });
  await expect.poll(() => tabs.ann.all('caseChanged').length).toBe(2);
  for (const viewer of [moe, mia]) await expectConcealed(viewer, own, mia);
  const ofAdmin = await caseAbout(ann, ben);
  await ben.call(moderation.assignCase, { params: { caseId: ofAdmin } });
  for (const viewer of [moe, ann]) await expectConcealed(viewer, ofAdmin, ann);
  const idsOf = (tab: (typeof tabs)['ann']) => tab.all('caseChanged').map(({ _id }) => _id);
  const person = await join(app, 'somebody');
  const seen = await caseAbout(person, moe);
  for (const tab of [tabs.moe, tabs.mia]) {
    await expect.poll(() => idsOf(tab)).toContain(seen);
    expect(idsOf(tab)).toEqual([seen]);
  }
  expect(idsOf(tabs.ann)).not.toContain(ofAdmin);
  for (const { socket } of Object.values(tabs)) socket.close();
});

test('an appeal of a moderator exists for admins only', async () => {
  const { _id } = await decide(ann, await caseAbout(mia, ann), { action: 'warn' });
  const { data } = await mia.call(moderation.createAppeal, {
    body: { decisionId: _id, text: 'It was me' },
  });
  const appealsOf = async (viewer: Member) =>
    (await viewer.call(moderation.listAppeals, {})).data.appeals.map((each) => each.canDecide);
  for (const viewer of [moe, mia]) {
    expect(await appealsOf(viewer)).toEqual([]);
    expect((await listed(viewer)).waiting.appeals).toBe(0);
    const params = { appealId: data._id };
    const answer = viewer.call(moderation.decideAppeal, { params, body: { uphold: true } });
    expect(await codeOf(answer)).toBe('not_found');
  }
  expect(await appealsOf(ann)).toEqual([false]);
  expect(await appealsOf(ben)).toEqual([true]);
  // Of the others, only a moderator is left, who does not see the case.
  await promote(app, ben, 'moderator');
  expect(await appealsOf(ann)).toEqual([true]);
  const params = { appealId: data._id };
  await ann.call(moderation.decideAppeal, { params, body: { uphold: true } });
  await promote(app, ben, 'admin');
});

test('hidden staff, and staff without a second factor, get no event and decide no appeal', async () => {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, needsStaffFactor: true } };
  const handlers = async () =>
    handlersOf(await listStaff(ctx), reporter.id)
      .map(({ id }) => id)
      .toSorted();
  expect(await handlers()).toEqual([]);
  for (const member of [moe, mia]) await withTotp(app, member);
  expect(await handlers()).toEqual([moe.id, mia.id].toSorted());
  await app.ctx.db
    .insertInto('hidden_users')
    .values({ user_id: moe.id, reason: 'closing' })
    .execute();
  expect(await handlers()).toEqual([mia.id]);
});

test('two admins who ban and suspend each other at the same time leave one', async () => {
  const cases = [await caseAbout(ben, ann), await caseAbout(ann, ben)] as const;
  const done = await Promise.allSettled([
    decide(ann, cases[0], { action: 'ban' }),
    decide(ben, cases[1], { action: 'suspend' }),
  ]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
