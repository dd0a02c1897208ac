import { describe, expect, test } from 'vitest';
import { login } from '@roost/contract/auth';
import * as moderation from '@roost/contract/moderation';
import * as posts from '@roost/contract/posts';
import { searchPosts } from '@roost/contract/search';
import { getUser } from '@roost/contract/users';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { plainText, waitForMails } from '../../../test/support/mailbox.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile(withJobs);
const reporter = await join(app, 'reporter');
const moe = await joinStaff(app, 'moe');
const boss = await joinStaff(app, 'boss', 'admin');

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Opens a case about a person. */
async function caseAbout(person: Member): Promise<string> {
  await report(reporter, 'user', person.id);
  return (await caseOf(moe, person.id))._id;
}

const signIn = async ({ username }: Member, password = PASSWORD) =>
  app.client().call(login, { body: { email: username, password } });

const isShown = async ({ username }: Member) => {
  const answer = await reporter.client.fetch(`/api/users/getuser/${username}`);
  return answer.status === 200;
};

describe.each([
  ['suspend', 'suspended'],
  ['ban', 'banned'],
] as const)('%s', (action, code) => {
  test('hides the person, ends sessions and sockets, and refuses the right password only', async () => {
    const person = await somebody();
    const post = await person.post(`seen before the ${action}`);
    const tabs = [await openTab(person), await openTab(person)];
    const until = action === 'suspend' ? inAnHour() : undefined;
    await decide(moe, await caseAbout(person), { action, until, reason: 'hate' });
    await expect.poll(() => tabs.map(({ socket }) => socket.connected)).toEqual([false, false]);
    for (const tab of tabs)
      expect(tab.all('sessionEnded')).toEqual([{ code, until: until ?? null }]);
    expect((await refusalOf(person.post('still here'))).status).toBe(401);
    expect(await isShown(person)).toBe(false);
    const missing = await refusalOf(reporter.call(posts.getPost, { params: { postId: post._id } }));
    expect(missing.status).toBe(404);
    const found = await reporter.call(searchPosts, { query: { query: `before the ${action}` } });
    expect(found.data.posts).toEqual([]);
    const refusal = await refusalOf(signIn(person));
    expect([refusal.status, refusal.body]).toEqual([
      403,
      expect.objectContaining({ code, until: until ?? null, reason: 'hate' }),
    ]);
    expect((await refusalOf(signIn(person, 'a wrong passphrase'))).body.code).toBe(
      'bad_credentials',
    );
  });

  test('ends with a restore, and everything is there again', async () => {
    const person = await somebody();
    const post = await person.post('there again');
    await decide(moe, await caseAbout(person), { action });
    const { data } = await moe.call(moderation.restoreUser, {
      params: { userId: person.id },
      body: {},
    });
    expect(data.undone).toHaveLength(1);
    await signIn(person);
    expect(await isShown(person)).toBe(true);
    await reporter.call(posts.getPost, { params: { postId: post._id } });
    const again = await moe.call(moderation.restoreUser, {
      params: { userId: person.id },
      body: {},
    });
    expect(again.data.undone).toEqual([]);
  });
});

test('a suspension ends by itself', async () => {
  const person = await somebody();
  const until = new Date(Date.now() + 1_500).toISOString();
  await decide(moe, await caseAbout(person), { action: 'suspend', until });
  expect(await isShown(person)).toBe(false);
  await expect.poll(async () => isShown(person), { timeout: 10_000 }).toBe(true);
  await signIn(person);
});

test('a sign-in at the same time opens no session', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  const attempts = Array.from({ length: 4 }, async () => signIn(person).catch(() => null));
  await Promise.all([...attempts, decide(moe, caseId, { action: 'ban' })]);
  const sessions = await app.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .execute();
  expect(sessions).toEqual([]);
});

describe('the newer decision of a case stands', () => {
  test('a dismissal ends a ban', async () => {
    const person = await somebody();
    const caseId = await caseAbout(person);
    await decide(moe, caseId, { action: 'ban' });
    await decide(boss, caseId, { action: 'dismiss' });
    expect(await isShown(person)).toBe(true);
    const { decisions } = await show(moe, caseId);
    expect(
      decisions.map(({ action, undoneBy, moderator }) => [action, undoneBy, moderator?.username]),
    ).toEqual([
      ['dismiss', null, 'boss'],
      ['ban', 'decision', 'moe'],
    ]);
  });

  test('the suspension of another case remains', async () => {
    const person = await somebody();
    const caseId = await caseAbout(person);
    const post = await person.post('another case');
    await report(reporter, 'post', post._id);
    const other = (await caseOf(moe, post._id))._id;
    await decide(moe, other, { action: 'suspend', until: inAnHour() });
    await decide(moe, caseId, { action: 'ban' });
    await decide(moe, caseId, { action: 'dismiss' });
    expect((await refusalOf(signIn(person))).body.code).toBe('suspended');
    await decide(moe, other, { action: 'warn' });
    await signIn(person);
  });
});

test('each decision is in the log, with what stood before', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  await decide(moe, caseId, { action: 'suspend', message: 'a text', note: 'a note' });
  await decide(moe, caseId, { action: 'dismiss' });
  await moe.call(moderation.restoreUser, { params: { userId: person.id }, body: {} });
  const { data } = await moe.call(moderation.listAudit, { query: { subject: person.id } });
  expect(
    data.entries.map(({ action, before, after }) => [
      action,
      before?.['action'],
      after?.['action'],
    ]),
  ).toEqual([
    ['case.dismiss', 'suspend', 'dismiss'],
    ['case.suspend', undefined, 'suspend'],
  ]);
  expect(JSON.stringify(data.entries)).not.toMatch(/a text|a note/);
});

test('the author gets a mail with the reason and the message, and one when it ends', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  const mails = async () =>
    (await waitForMails(app.dataFolder, 0)).filter((mail) =>
      mail.includes(`${person.username}@example.org`),
    );
  await decide(moe, caseId, { action: 'warn', message: 'Be kind', reason: 'harassment' });
  await expect.poll(async () => (await mails()).length).toBe(1);
  expect((await mails())[0]).toMatch(/warning[\s\S]*harassment[\s\S]*Be kind/);
  expect((await mails())[0]).toContain('Subject: A decision of the moderators of Roost');
  await decide(moe, caseId, { action: 'ban', message: 'Too much' });
  await expect.poll(async () => (await mails()).length).toBe(2);
  await decide(moe, caseId, { action: 'dismiss', message: 'Welcome back' });
  await expect.poll(async () => (await mails()).length).toBe(3);
  const last = (await mails())[2];
  expect(last).toMatch(/Subject: The moderators of Roost took a decision back[\s\S]*Welcome back/);
  expect(last).not.toContain('Reason:');
});

test('the mail about an undone decision does not repeat its message', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  const mails = async () =>
    (await waitForMails(app.dataFolder, 0)).filter((mail) =>
      mail.includes(`${person.username}@example.org`),
    );
  await decide(moe, caseId, { action: 'suspend', message: 'Too much' });
  await expect.poll(async () => (await mails()).length).toBe(1);
  await moe.call(moderation.restoreUser, { params: { userId: person.id }, body: {} });
  await expect.poll(async () => (await mails()).length).toBe(2);
  expect((await mails())[1]).toContain('took a decision back');
  expect((await mails())[1]).not.toContain('Too much');
});

test('the mail says which post, and an undone decision that another one still stands', async () => {
  const person = await somebody();
  const mails = async () =>
    (await waitForMails(app.dataFolder, 0)).filter((mail) =>
      mail.includes(`${person.username}@example.org`),
    );
  const ids: string[] = [];
  for (const text of ['A first post about herons', 'A second post']) {
    const { _id } = await person.post(text);
    await report(reporter, 'post', _id);
    ids.push((await caseOf(moe, _id))._id);
  }
  for (const [index, id] of ids.entries()) {
    await decide(moe, id, { action: 'suspend' });
    await expect.poll(async () => (await mails()).length).toBe(index + 1);
  }
  expect(plainText(String((await mails())[0]))).toContain('A first post about herons');
  for (const [index, id] of ids.entries()) {
    await decide(moe, id, { action: 'dismiss' });
    await expect.poll(async () => (await mails()).length).toBe(index + 3);
  }
  const [first, last] = (await mails()).slice(2);
  expect(first).toContain('Another decision about you still stands');
  expect(last).not.toContain('Another decision');
});

test('mails say that a decision ended when one did, and only then', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  const mails = async () =>
    (await waitForMails(app.dataFolder, 0)).filter((mail) =>
      mail.includes(`${person.username}@example.org`),
    );
  let count = 0;
  const next = async () => {
    count += 1;
    await expect.poll(async () => (await mails()).length).toBe(count);
    return (await mails()).at(-1);
  };
  await decide(moe, caseId, { action: 'ban', message: 'Go away' });
  expect(await next()).not.toContain('no effect any more');
  // A milder decision says that the ban has ended.
  await decide(moe, caseId, { action: 'warn' });
  expect(await next()).toMatch(/warning[\s\S]*earlier decision/);
  await decide(moe, caseId, { action: 'dismiss' });
  const dismissed = await next();
  expect(dismissed).toContain('took back');
  expect(dismissed).not.toContain('Reason');
  // A suspension that is over by itself is not taken back, by a dismissal or by a restore.
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await decide(moe, caseId, { action: 'suspend', until });
  await next();
  const past = { until: new Date(Date.now() - 1_000) } as never;
  const standing = app.ctx.db.updateTable('moderation_decisions').set(past);
  await standing.where('case_id', '=', caseId).where('action', '=', 'suspend').execute();
  await moe.call(moderation.restoreUser, { params: { userId: person.id }, body: {} });
  await decide(moe, caseId, { action: 'limit', message: 'Be kind' });
  expect(await next()).toMatch(/limited[\s\S]*Be kind/);
  await moe.call(moderation.restoreUser, { params: { userId: person.id }, body: {} });
  const restored = await next();
  expect(restored).toContain('took back');
  expect(restored).not.toContain('Be kind');
});

test('reporters learn that it was looked at, and the same person can be reported again', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  const own = async () => (await reporter.call(moderation.listOwnReports, {})).data.reports;
  await decide(moe, caseId, { action: 'dismiss' });
  expect((await own())[0]).toMatchObject({ status: 'closed', outcome: 'dismissed' });
  const first = (await own())[0]!._id;
  expect(await report(reporter, 'user', person.id)).not.toBe(first);
  expect((await caseOf(moe, person.id)).status).toBe('open');
  await decide(moe, caseId, { action: 'warn' });
  expect((await own()).slice(0, 2).map(({ outcome }) => outcome)).toEqual(['acted', 'acted']);
});

describe('nobody decides', () => {
  const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;

  test('about the staff above them, or about themselves', async () => {
    const [mia, chief] = [await joinStaff(app, 'mia'), await joinStaff(app, 'chief', 'admin')];
    const about = async (person: Member, seer = boss) => {
      await report(reporter, 'user', person.id);
      return (await caseOf(seer, person.id))._id;
    };
    expect(await codeOf(decide(moe, await about(boss, chief), { action: 'warn' }))).toBe(
      'not_found',
    );
    expect(await codeOf(decide(moe, await about(mia), { action: 'warn' }))).toBe('not_found');
    expect(await codeOf(decide(moe, await about(moe), { action: 'dismiss' }))).toBe('not_found');
    expect(await codeOf(decide(boss, await about(boss, chief), { action: 'dismiss' }))).toBe(
      'not_found',
    );
    await decide(boss, await about(mia), { action: 'warn' });
  });

  test('a ban without a recent proof', async () => {
    const person = await somebody();
    const caseId = await caseAbout(person);
    await app.ctx.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', moe.id)
      .execute();
    expect(await codeOf(decide(moe, caseId, { action: 'ban' }))).toBe('reauth_required');
    await app.ctx.db
      .updateTable('sessions')
      .set({ proved_at: new Date() })
      .where('user_id', '=', moe.id)
      .execute();
    await decide(moe, caseId, { action: 'ban' });
  });

  test('with an end that is over, or for an action without an end', async () => {
    const caseId = await caseAbout(await somebody());
    const past = new Date(Date.now() - 1_000).toISOString();
    expect(await codeOf(decide(moe, caseId, { action: 'suspend', until: past }))).toBe('bad_input');
    expect(await codeOf(decide(moe, caseId, { action: 'warn', until: inAnHour() }))).toBe(
      'bad_input',
    );
  });
});

test('the staff still sees the profile and the history of a banned person', async () => {
  const person = await somebody();
  const caseId = await caseAbout(person);
  await decide(moe, caseId, { action: 'ban' });
  const { now, history, case: found } = await show(moe, caseId);
  expect(now).toMatchObject({ username: person.username });
  expect(found.author?.username).toBe(person.username);
  expect(history?.decisions.map(({ action }) => action)).toEqual(['ban']);
  expect(
    (await refusalOf(moe.call(getUser, { params: { username: person.username } }))).status,
  ).toBe(404);
});
