import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as moderation from '@roost/contract/moderation';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, crowdOf, type Member } from '../../../test/support/cast.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { insertActivity } from '../../auth/activity/activity.queries.ts';

const app = await startAppForFile();
const { bob } = await castOf(app);
const moe = await joinStaff(app, 'moe');

/** Says when somebody joined, and from which address they last signed in. */
async function originOf(member: Member, joinedAt: string, address: string): Promise<void> {
  await sql`update users set created_at = ${joinedAt} where id = ${member.id}`.execute(app.ctx.db);
  const client = { device: 'test', address };
  await insertActivity(app.ctx, [{ userId: member.id, what: 'signIn', isFailure: false, client }]);
}

async function reported(member: Member, text: string): Promise<string> {
  const { _id } = await member.post(text);
  await report(bob, 'post', _id);
  return (await caseOf(moe, _id))._id;
}

const alikeTo = async (caseId: string) =>
  (await moe.call(moderation.listAlikeCases, { params: { caseId } })).data.cases;

test('a wave is found by its text, by the range of addresses and by the time of joining', async () => {
  const people = await crowdOf(app, 6, 'wave');
  const [first, text, v4, time, none, again] = people as [
    Member,
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  await originOf(first, '2020-01-01T10:00:00Z', '192.0.2.7');
  await originOf(text, '2020-02-01T10:00:00Z', '198.51.100.1');
  await originOf(v4, '2020-03-01T10:00:00Z', '::ffff:192.0.2.200');
  await originOf(time, '2020-01-01T10:59:00Z', '2001:db8::1');
  await originOf(none, '2020-01-01T11:01:00Z', '192.0.3.7');
  await originOf(again, '2020-02-01T10:30:00Z', '2001:db8:0:0:ff::2');
  const own = await reported(first, 'Buy NOW  here and do not wait any longer');
  const expected = [
    [await reported(text, 'buy now\nhere and do not wait any longer'), ['text']],
    [await reported(v4, 'something else'), ['address']],
    [await reported(time, 'another thing'), ['time']],
  ];
  await reported(none, 'unlike');
  expect((await alikeTo(own)).map(({ _id, alike }) => [_id, alike]).toReversed()).toEqual(expected);
  const sixth = await reported(again, 'a sixth text');
  expect((await alikeTo(sixth)).map(({ alike }) => alike)).toEqual([['address'], ['time']]);

  const [decided] = expected[0] as [string];
  await decide(moe, decided, { action: 'dismiss', note: '', message: '' });
  expect((await alikeTo(own)).map(({ _id }) => _id)).not.toContain(decided);
  // A closed case still finds those that wait.
  expect((await alikeTo(decided)).map(({ _id }) => _id)).toContain(own);
});

test('several cases about one person resemble each other only by the text', async () => {
  const [author] = (await crowdOf(app, 1, 'alone')) as [Member];
  await originOf(author, '2010-01-01T10:00:00Z', '203.0.113.1');
  const first = await reported(author, 'twice the same words of one person');
  const second = await reported(author, 'twice the same words of one person');
  await reported(author, 'once');
  expect((await alikeTo(first)).map(({ _id, alike }) => [_id, alike])).toEqual([
    [second, ['text']],
  ]);
});

test('a subject without a text resembles none by its text', async () => {
  const people = await crowdOf(app, 2, 'silent');
  for (const [n, member] of people.entries())
    await originOf(member, `200${n}-01-01T10:00:00Z`, `10.0.${n}.1`);
  const ids = [];
  for (const { id } of people) {
    await report(bob, 'user', id);
    ids.push((await caseOf(moe, id))._id);
  }
  expect(await alikeTo(ids[0]!)).toEqual([]);
});

test('a case that does not exist is not found', async () => {
  const refusal = refusalOf(moe.call(moderation.listAlikeCases, { params: { caseId: NOBODY } }));
  expect((await refusal).status).toBe(404);
});
