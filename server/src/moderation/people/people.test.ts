import { expect, test } from 'vitest';
import * as moderation from '@roost/contract/moderation';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, crowdOf } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);
const moe = await joinStaff(app, 'moe');
const boss = await joinStaff(app, 'boss', 'admin');

test('the staff reads notes about the author of a case', async () => {
  const note = async (member: typeof moe, text: string) =>
    member.call(moderation.addNote, { params: { userId: alice.id }, body: { text } });
  await note(moe, 'was warned at the door');
  await note(boss, 'is new here');
  const post = await alice.post('noted');
  await report(bob, 'post', post._id);
  const { notes } = await show(moe, (await caseOf(moe, post._id))._id);
  expect(notes.map(({ author, text }) => [author?.username, text])).toEqual([
    ['boss', 'is new here'],
    ['moe', 'was warned at the door'],
  ]);
  expect((await refusalOf(note(moe, '  '))).status).toBe(400);
});

test('the end of all sessions closes every tab, and the person can sign in again', async () => {
  const tab = await openTab(alice);
  await moe.call(moderation.endSessionsOf, { params: { userId: alice.id } });
  await expect.poll(() => tab.socket.connected).toBe(false);
  expect((await alice.client.fetch('/api/auth/me')).status).toBe(401);
});

test('the staff sees a person with the measures that stand, also one who is hidden', async () => {
  const [person] = (await crowdOf(app, 1, 'measured')) as [typeof moe];
  await report(bob, 'user', person.id);
  const { _id: caseId } = await caseOf(moe, person.id);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await decide(moe, caseId, { action: 'suspend', until });
  const showPerson = async () =>
    (await moe.call(moderation.showPerson, { params: { userId: person.id } })).data;
  expect(await showPerson()).toMatchObject({
    user: { username: 'measured0' },
    history: { role: 'member', reports: 1, measures: [{ action: 'suspend', until }] },
  });
  await decide(moe, caseId, { action: 'limit' });
  expect((await showPerson()).history.measures).toEqual([{ action: 'limit', until: null }]);
  await moe.call(moderation.restoreUser, { params: { userId: person.id }, body: {} });
  expect((await showPerson()).history.measures).toEqual([]);
  const unknown = moe.call(moderation.showPerson, { params: { userId: NOBODY } });
  expect((await refusalOf(unknown)).status).toBe(404);
});

test('moderators reach members only', async () => {
  for (const userId of [boss.id, moe.id, NOBODY]) {
    const call = moe.call(moderation.endSessionsOf, { params: { userId } });
    expect([400, 403, 404]).toContain((await refusalOf(call)).status);
  }
});

test('many cases are decided at once, and one that cannot be does not stop the others', async () => {
  const spammers = await crowdOf(app, 12, 'spammer');
  const caseIds = [];
  for (const spammer of spammers) {
    await report(bob, 'user', spammer.id);
    caseIds.push((await caseOf(moe, spammer.id))._id);
  }
  await report(bob, 'user', boss.id);
  const chief = await joinStaff(app, 'chief', 'admin');
  const about = (await caseOf(chief, boss.id))._id;
  const { data } = await moe.call(moderation.decideCases, {
    body: { caseIds: [...caseIds, about, NOBODY], action: 'ban', reason: 'spam' },
  });
  expect(data.decided).toEqual(caseIds);
  expect(data.refused).toEqual([
    { caseId: about, code: 'not_found' },
    { caseId: NOBODY, code: 'not_found' },
  ]);
  for (const { username } of spammers)
    expect((await bob.client.fetch(`/api/users/getuser/${username}`)).status).toBe(404);
  const tooMany = Array.from({ length: moderation.MAX_DECIDED_CASES + 1 }, () => NOBODY);
  const call = moe.call(moderation.decideCases, { body: { caseIds: tooMany, action: 'dismiss' } });
  expect((await refusalOf(call)).status).toBe(400);
});
