// Long because its tests share one app beside which the commands run.
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import * as admin from '@roost/contract/admin';
import * as auth from '@roost/contract/auth';
import { getSite } from '@roost/contract/site';
import { v7 as newId } from 'uuid';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../server/src/config/start-error.ts';
import { startAppForFile, withJobs } from '../../server/test/support/app.ts';
import { castOf, join, PASSWORD } from '../../server/test/support/cast.ts';
import { createTestDatabase } from '../../server/test/support/database.ts';
import { ageFiles, fileOf, noise, upload } from '../../server/test/support/media.ts';
import { mailsAbout, tokenIn } from '../../server/test/support/mailbox.ts';
import { withTotp } from '../../server/test/support/factors.ts';
import { findDrift } from '../../server/test/support/recount.ts';
import { refusalOf } from '../../server/test/support/test-client.ts';
import { failJob } from '../../server/test/support/vendor-graphile-worker.ts';
import { addJob } from '../../server/src/platform/jobs/add-job.ts';
import { finishVideoJob } from '../../server/src/media/media.jobs.ts';
import { sessionsEnded } from '../../server/src/auth/auth.events.ts';
import { operatorCluster } from '../../server/src/platform/cluster/operator-cluster.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';
import { commandsBeside, soon } from './test-commands.ts';
import { open as openChat, send } from '../../server/test/support/chat.ts';
import { transaction } from '../../server/src/platform/database/transaction.ts';
import { releasePost, withholdPost } from '../../server/src/posts/withheld/withhold-post.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ ...withJobs, DATABASE_URL: url });
const { alice, bob, carol } = await castOf(app);

const { open, run, refused } = commandsBeside(app, url);

describe('help', () => {
  const none = async () => expect.unreachable();

  test('needs no site, and names every command and option', async () => {
    const { text, isFailure } = await runCommand(['--help'], none);
    expect(isFailure).toBe(false);
    for (const { name } of commands) expect(text).toContain(name);
    for (const { name, options = {}, isDestructive } of commands) {
      const help = (await runCommand([...name.split(' '), '--help'], none)).text;
      for (const option of [...Object.keys(options), 'json', 'help'])
        expect(help, name).toContain(`--${option}`);
      expect(help.includes('--dry-run'), name).toBe(isDestructive === true);
    }
  });

  test('no command takes a secret', () => {
    const words = commands.flatMap(({ parameters = [], options = {} }) => [
      ...parameters,
      ...Object.keys(options),
    ]);
    expect(words.filter((word) => /password|secret|token|code/.test(word))).toEqual([]);
  });

  test('an unknown command fails with the list, and unknown options and words with the help', async () => {
    expect(await runCommand(['frobnicate'], none)).toMatchObject({ isFailure: true });
    expect(await refused('promote')).toContain('<username> is missing');
    expect(await refused('promote', 'alice', 'bob')).toContain('bob is one word too many');
    expect(await refused('promote', 'alice', '--nonsense')).toContain('--role');
    expect(await refused('promote', 'alice', '--role', 'king')).toContain(
      'member, moderator, admin',
    );
    expect(await refused('promote', 'nobody_here')).toContain('nobody with the username');
    await expect(runCommand(['promote'], open)).rejects.toThrow(StartError);
  });
});

test('promote reaches the running server within a second', async () => {
  expect((await alice.call(auth.getMe, {})).data.role).toBe('member');
  expect((await refusalOf(alice.call(admin.getNumbers, {}))).status).toBe(404);
  expect(await run('promote', 'ALICE')).toMatchObject({ role: 'admin', before: 'member' });
  await soon(async () => void (await alice.call(admin.getNumbers, {})));
  await run('promote', '@bob', '--role', 'moderator');
  await soon(async () => expect((await bob.call(auth.getMe, {})).data.role).toBe('moderator'));
  await run('promote', 'bob', '--role', 'member');
  await soon(async () => expect((await bob.call(auth.getMe, {})).data.role).toBe('member'));
  expect(await refused('promote', 'alice', '--role', 'member')).toContain('at least one admin');
});

test.each([
  ['a message that is too large', Array.from({ length: 300 }, () => newId())],
  ['a message for an unknown event', null],
])('after %s, the server reads every session again', async (_, sessionIds) => {
  // Without an event, the server goes on with the role that it has cached.
  const setRole = async (role: 'admin' | 'member') =>
    app.ctx.db.updateTable('users').set({ role }).where('id', '=', bob.id).execute();
  await bob.call(auth.getMe, {});
  await setRole('admin');
  expect((await refusalOf(bob.call(admin.getNumbers, {}))).status).toBe(404);
  // On a connection of the server, because those of commands do not count as tested SQL.
  const cluster = operatorCluster(() => app.ctx);
  await (sessionIds
    ? cluster.broadcast(sessionsEnded, { sessionIds })
    : cluster.broadcast({ name: 'nonsense', schema: sessionsEnded.schema }, {}));
  await soon(async () => void (await bob.call(admin.getNumbers, {})));
  await run('promote', 'bob', '--role', 'member');
  await soon(async () =>
    expect((await refusalOf(bob.call(admin.getNumbers, {}))).status).toBe(404),
  );
});

test('an invite works while the registration is closed', async () => {
  await run('site', 'set', 'registration', 'closed');
  onTestFinished(async () => void (await run('site', 'set', 'registration', 'default')));
  const { code, link, uses } = await run<{ code: string; link: string; uses: number }>(
    'invite',
    '--uses',
    '2',
    '--days',
    '1',
  );
  expect(link).toMatch(new RegExp(`/register\\?invite=${code}$`));
  expect(uses).toBe(2);
  const register = async (username: string) =>
    app.client().call(auth.register, {
      body: {
        username,
        email: `${username}@example.net`,
        fullName: username,
        password: PASSWORD,
        invite: code,
      },
    });
  await soon(async () =>
    expect((await app.client().call(getSite, {})).data.registration).toBe('closed'),
  );
  await register('first_guest');
  await register('second_guest');
  expect((await refusalOf(register('third_guest'))).body.code).toBe('registration_closed');
  expect(await refused('invite', '--uses', '0')).toContain('--uses');
});

test('people are listed and shown', async () => {
  const { people } = await run<{ people: { username: string }[] }>(
    'people',
    'list',
    '--query',
    'caro',
  );
  expect(people.map(({ username }) => username)).toEqual(['carol']);
  expect(await run('people', 'show', 'carol')).toMatchObject({
    _id: carol.id,
    email: 'carol@example.org',
    role: 'member',
    status: 'active',
  });
});

describe('reset-password', () => {
  const choose = async (token: string, password: string) =>
    app.client().call(auth.resetPassword, {
      params: { token },
      body: { password, confirmpassword: password },
    });

  test('prints a link that works once and ends all sessions', async () => {
    const erin = await join(app, 'erin');
    const { link } = await run<{ link: string }>('reset-password', 'erin', '--print');
    const token = link.split('/').at(-1)!;
    await choose(token, 'quite another passphrase');
    expect((await refusalOf(erin.call(auth.getMe, {}))).status).toBe(401);
    expect((await refusalOf(choose(token, 'a third passphrase'))).body.code).toBe('bad_token');
  });

  test('mails a link, and prints none', async () => {
    await join(app, 'frank');
    const { text } = await runCommand(['reset-password', 'frank'], open);
    expect(text).not.toContain('/reset-password/');
    const mails = await mailsAbout(app.dataFolder, 'Choose a new password for Roost');
    await choose(tokenIn(mails.join('\n')), 'quite another passphrase');
  });
});

test('reset-second-factor lets a person in with the password, and tells the person by mail', async () => {
  const gina = await join(app, 'gina');
  expect(await refused('reset-second-factor', 'gina')).toContain('no authenticator app');
  await withTotp(app, gina);
  const login = async () =>
    app.client().call(auth.login, { body: { email: 'gina', password: PASSWORD } });
  expect((await refusalOf(login())).body.code).toBe('second_factor_required');
  await run('reset-second-factor', 'gina');
  await login();
  const subject = 'The second factor of your Roost account was reset';
  expect(await mailsAbout(app.dataFolder, subject)).toHaveLength(1);
});

describe('site', () => {
  test('set changes one setting, which the server shows within a second', async () => {
    expect(await run('site', 'set', 'name', 'Nest')).toMatchObject({ name: 'Nest' });
    await soon(async () => expect((await app.client().call(getSite, {})).data.name).toBe('Nest'));
    await run('site', 'set', 'languages', 'de, en');
    await run('site', 'set', 'accent', '40');
    expect(await run('site', 'get')).toMatchObject({
      name: 'Nest',
      languages: ['de', 'en'],
      accent: 40,
    });
    for (const name of ['name', 'accent']) await run('site', 'set', name, 'default');
    expect(await run('site', 'get')).toMatchObject({ name: 'Roost', accent: 285 });
  });

  test('rules come from a file, and a rule that stays keeps its id', async () => {
    const file = joinPath(app.dataFolder, 'rules.txt');
    await writeFile(file, 'Be kind.\n\n  No spam.  \n');
    const first = await run<{ rules: { _id: string; text: string }[] }>(
      'site',
      'set',
      'rules',
      file,
    );
    expect(first.rules.map(({ text }) => text)).toEqual(['Be kind.', 'No spam.']);
    await writeFile(file, 'New.\nBe kind.\n');
    const second = await run<typeof first>('site', 'set', 'rules', file);
    expect(second.rules[1]).toEqual(first.rules[0]);
  });

  test.each([
    ['accent', 'blue'],
    ['accent', '360'],
    ['registration', 'never'],
    ['logo', 'x'],
    ['rules', '/no/such/file'],
    ['name', ''],
  ])('refuses %s %s', async (name, value) => {
    expect(await refused('site', 'set', name, value)).toContain(name);
  });
});

describe('recount', () => {
  test('corrects wrong counters, and a dry run only counts them', async () => {
    const post = await carol.post('counted');
    await bob.follow(carol);
    await app.ctx.db
      .updateTable('user_stats')
      .set({ followers_count: 77, public_posts_count: 5 })
      .where('user_id', '=', carol.id)
      .execute();
    await app.ctx.db
      .updateTable('post_stats')
      .set({ like_count: 9 })
      .where('post_id', '=', post._id)
      .execute();
    expect(await run('recount', '--dry-run')).toMatchObject({ people: 1, posts: 1 });
    expect(await findDrift(app.ctx)).toHaveLength(2);
    expect(await run('recount')).toMatchObject({ people: 1, posts: 1 });
    expect(await findDrift(app.ctx)).toEqual([]);
    expect(await run('recount')).toMatchObject({ people: 0, posts: 0 });
  });

  test('corrects the counts of unread messages', async () => {
    const { _id: conversationId } = await openChat(alice, bob);
    for (const content of ['one', 'two']) await send(alice, conversationId, content);
    await app.ctx.db
      .updateTable('conversation_members')
      .set({ unread_count: 7 })
      .where('conversation_id', '=', conversationId)
      .execute();
    expect(await run('recount', '--dry-run')).toMatchObject({ chats: 2 });
    expect(await findDrift(app.ctx)).toHaveLength(2);
    expect(await run('recount')).toMatchObject({ chats: 2 });
    expect(await findDrift(app.ctx)).toEqual([]);
    expect(await run('recount')).toMatchObject({ chats: 0 });
  });

  test('does not count a post that moderators hide', async () => {
    const post = await alice.post('hidden and counted');
    await transaction(app.ctx, async (tx) => withholdPost(tx, post._id, 'hidden'));
    expect(await run('recount', '--dry-run')).toMatchObject({ people: 0 });
    await transaction(app.ctx, async (tx) => releasePost(tx, post._id));
  });

  test('is exact beside people who follow and post', async () => {
    await app.ctx.db.updateTable('user_stats').set({ followers_count: 50 }).execute();
    const acts = Array.from({ length: 10 }, async (_, n) => {
      await alice.post(`post ${n}`);
      await alice.follow(carol);
      await bob.follow(alice);
    });
    await Promise.all([run('recount'), ...acts]);
    await run('recount');
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});

describe('media', () => {
  test('check lists rows without files and files without rows, and clean deletes the latter', async () => {
    const picture = await fileOf('picture.png', noise(50, 50).png());
    const kept = await upload(alice, picture);
    const lost = await upload(alice, picture);
    await app.ctx.media.storage.delete(lost._id);
    const orphan = await upload(alice, picture);
    await app.ctx.db.deleteFrom('media').where('id', '=', orphan._id).execute();
    await ageFiles(app, orphan._id);
    const report = await run<{ rowsWithoutFile: { id: string }[]; filesWithoutRow: string[] }>(
      'media',
      'check',
    );
    expect(new Set(report.rowsWithoutFile.map(({ id }) => id))).toEqual(new Set([lost._id]));
    expect(report.filesWithoutRow).toEqual([orphan._id]);
    expect(await run('media', 'clean', '--dry-run')).toMatchObject({ deleted: 0, found: 1 });
    expect(await run('media', 'clean')).toMatchObject({ deleted: 1, found: 1 });
    const after = await run<typeof report>('media', 'check');
    expect(after.filesWithoutRow).toEqual([]);
    expect(after.rowsWithoutFile.map(({ id }) => id)).not.toContain(kept._id);
  });
});

test('jobs are listed, and a failed one runs again', async () => {
  const id = newId();
  const later = new Date(Date.now() + 3_600_000);
  await addJob(app.ctx, finishVideoJob, { id }, { at: later });
  await failJob(app, id, { attempts: 3, days: 0 });
  const { jobs } = await run<{ jobs: { id: number; name: string; state: string }[] }>(
    'jobs',
    'list',
  );
  const failed = jobs.find(({ name }) => name === finishVideoJob.name);
  expect(failed?.state).toBe('failed');
  expect(await run('jobs', 'retry', String(failed?.id))).toEqual({ retried: 1 });
  await vi.waitFor(async () => {
    const left = await run<{ jobs: { id: number }[] }>('jobs', 'list');
    expect(left.jobs.map((job) => job.id)).not.toContain(failed?.id);
  }, 10_000);
  expect(await refused('jobs', 'retry', '999999')).toContain('no job 999999');
  expect(await refused('jobs', 'retry', 'x')).toContain('no job x');
});
