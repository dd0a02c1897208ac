import * as auth from '@roost/contract/auth';
import * as moderation from '@roost/contract/moderation';
import { describe, expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../server/test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../server/test/support/cast.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { openTab } from '../../../server/test/support/chat.ts';
import { mailsIn } from '../../../server/test/support/mailbox.ts';
import { caseOf, decide, report, show } from '../../../server/test/support/moderation.ts';
import { joinStaff } from '../../../server/test/support/staff.ts';
import { refusalOf } from '../../../server/test/support/test-client.ts';
import { liveTab } from '../../../server/test/support/wire.ts';
import { insertHold, isHeld } from '../../../server/src/moderation/holds/hold.queries.ts';
import { commandsBeside, soon } from '../test-commands.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ ...withJobs, DATABASE_URL: url });
const { run, refused } = commandsBeside(app, url);
const reader = await join(app, 'reader');
const moe = await joinStaff(app, 'moe');

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);
const signIn = async ({ username }: Member) =>
  app.client().call(auth.login, { body: { email: username, password: PASSWORD } });
const isSignedIn = async ({ client }: Member) =>
  (await client.fetch('/api/auth/me')).status === 200;
const sees = async (postId: string) =>
  (await reader.client.fetch(`/api/posts/${postId}`)).status === 200;

describe.each([
  ['suspend', 'suspended'],
  ['ban', 'banned'],
])('%s', (command, code) => {
  test('ends sessions and sockets and hides the person within a second', async () => {
    const person = await somebody();
    const post = await person.post('Here I am');
    const tab = await liveTab(person.client);
    expect(await isSignedIn(person)).toBe(true);
    expect(await sees(post._id)).toBe(true);
    await run(command, person.username, '--reason', 'spam');
    await soon(async () => {
      expect(tab.socket.connected).toBe(false);
      expect(await isSignedIn(person)).toBe(false);
      expect(await sees(post._id)).toBe(false);
    });
    const { status, body } = await refusalOf(signIn(person));
    expect([status, body]).toEqual([403, expect.objectContaining({ code, reason: 'spam' })]);
  });

  test('reaches the open desk of a moderator', async () => {
    const person = await somebody();
    const tab = await openTab(moe);
    await report(reader, 'user', person.id);
    const { _id } = await caseOf(moe, person.id);
    await run(command, person.username);
    await soon(() => {
      expect(tab.all('caseChanged')).toContainEqual(
        expect.objectContaining({ _id, status: 'closed' }),
      );
    });
  });

  test('unsuspend brings the person back', async () => {
    const person = await somebody();
    await run(command, person.username);
    await run('unsuspend', person.username);
    await signIn(person);
    const info = await reader.client.fetch(`/api/users/getuser/${person.username}`);
    expect(info.status).toBe(200);
    expect(await refused('unsuspend', person.username)).toContain('not suspended');
  });
});

test('unsuspend ends a hold for a repeated text', async () => {
  const person = await somebody();
  const post = await person.post('Repeated');
  await report(reader, 'post', post._id);
  const { _id: caseId } = await caseOf(moe, post._id);
  await insertHold(app.ctx, caseId, person.id);
  expect(await run('unsuspend', person.username)).toMatchObject({ undone: [] });
  expect(await isHeld(app.ctx, person.id)).toBe(false);
});

test('the person gets a mail with the words to the person, and can appeal', async () => {
  const person = await somebody();
  await run('suspend', person.username, '--days', '3', '--message', 'Cool down.');
  const mailOf = async () =>
    (await mailsIn(app.dataFolder)).find((mail) => mail.includes(`<${person.username}@`));
  await expect.poll(mailOf).toContain('Cool down.');
  const { body } = await refusalOf(signIn(person));
  const { appealToken } = body as unknown as { appealToken: string };
  await app.client().call(moderation.createAppeal, { body: { appealToken, text: 'I am calm.' } });
  const { data } = await moe.call(moderation.listAppeals, { query: {} });
  expect(data.appeals[0]).toMatchObject({ text: 'I am calm.', canDecide: true });
  expect(data.appeals[0]?.decision.moderator).toBeNull();
});

test('the end is a number of days or a time', async () => {
  const person = await somebody();
  const days = await run<{ until: string }>('suspend', person.username, '--days', '2');
  expect(new Date(days.until).getTime() - Date.now()).toBeGreaterThan(47 * 3_600_000);
  const until = await run<{ until: string }>('suspend', person.username, '--until', '2100-01-31');
  expect(until.until).toBe('2100-01-31T00:00:00.000Z');
  for (const [words, message] of [
    [['--days', '0'], '--days'],
    [['--days', '1', '--until', '2100-01-31'], 'not both'],
    [['--until', 'soon'], '--until'],
    [['--until', '2020-01-01'], 'over already'],
    [['--reason', 'mood'], '--reason'],
    [['--message', 'x'.repeat(100_000)], '--message'],
  ] as const)
    expect(await refused('suspend', person.username, ...words)).toContain(message);
});

test('closes the open case about a person, and replaces the decision of a moderator', async () => {
  const person = await somebody();
  await report(reader, 'user', person.id);
  const { _id: caseId } = await caseOf(moe, person.id);
  await decide(moe, caseId, { action: 'limit' });
  await run('ban', person.username, '--note', 'seen on the machine');
  const shown = await show(moe, caseId);
  expect(shown.case.status).toBe('closed');
  expect(shown.decisions).toMatchObject([
    { action: 'ban', moderator: null, note: 'seen on the machine', reason: 'spam', undoneAt: null },
    { action: 'limit', undoneBy: 'decision' },
  ]);
});

test('the last admin cannot be suspended', async () => {
  const boss = await joinStaff(app, 'boss', 'admin');
  expect(await refused('suspend', boss.username)).toContain('at least one admin');
  expect(await isSignedIn(boss)).toBe(true);
});
