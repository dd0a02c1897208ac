import { expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../server/test/support/app.ts';
import { join, type Member } from '../../../server/test/support/cast.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { fileOf, noise, postWith } from '../../../server/test/support/media.ts';
import { until } from '../../../server/test/support/premium.ts';
import { isSignedIn } from '../../../server/test/support/sign-in.ts';
import { joinStaff } from '../../../server/test/support/staff.ts';
import { storedIds, sweepTables } from '../../../server/test/support/sweep.ts';
import { liveTab } from '../../../server/test/support/wire.ts';
import { commandsBeside, soon } from '../test-commands.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ ...withJobs, DATABASE_URL: url });
const { run, refused } = commandsBeside(app, url);
const reader = await join(app, 'reader');

const canary = 'zanzibar';
const sees = async (postId: string) =>
  (await reader.client.fetch(`/api/posts/${postId}`)).status === 200;

/** Somebody whose name and texts have the canary, with a picture. Returns the ids of the post and the picture. */
async function live(person: Member): Promise<{ postId: string; mediumId: string }> {
  await reader.follow(person);
  const post = await postWith(person, {}, [await fileOf('picture.png', noise(50, 50).png())]);
  await person.comment(post._id, `my own ${canary}`);
  const [medium] = post.media;
  return { postId: post._id, mediumId: medium?._id ?? '' };
}

test('hides a person within a second, and leaves nothing of them', async () => {
  const person = await join(app, canary);
  const { postId, mediumId } = await live(person);
  expect(await storedIds(app.ctx.media.storage)).toContain(mediumId);
  const tab = await liveTab(person.client);

  const dry = await run('erase', canary, '--dry-run');
  expect(dry).toMatchObject({ posts: 1, followers: 1, isDryRun: true });
  expect([await sees(postId), await isSignedIn(person.client)]).toEqual([true, true]);

  expect(await run('erase', canary)).toMatchObject({ _id: person.id, isDryRun: false });
  await soon(async () => {
    expect(tab.socket.connected).toBe(false);
    expect([await sees(postId), await isSignedIn(person.client)]).toEqual([false, false]);
  });
  await until(async () => (await sweepTables(app.ctx, [canary])).length === 0);
  await until(async () => !(await storedIds(app.ctx.media.storage)).includes(mediumId));
  expect(await refused('erase', canary)).toContain('nobody');
});

test('brings the erasure of a closed account forward', async () => {
  const person = await join(app, 'leaving');
  await person.client.fetch('/api/auth/account', { method: 'DELETE' });
  await run('erase', 'leaving');
  await until(async () => (await sweepTables(app.ctx, ['leaving@'])).length === 0);
});

test('erases a banned person', async () => {
  const person = await join(app, 'banned');
  const { mediumId } = await live(person);
  await run('ban', 'banned');
  expect(await run('erase', 'banned', '--dry-run')).toMatchObject({ posts: 1, isDryRun: true });
  expect(await run('erase', 'banned')).toMatchObject({ _id: person.id, posts: 1 });
  await until(async () => (await sweepTables(app.ctx, ['banned@'])).length === 0);
  await until(async () => !(await storedIds(app.ctx.media.storage)).includes(mediumId));
  expect(await refused('erase', 'banned')).toContain('nobody');
});

test('the last admin cannot be erased, and a dry run says so', async () => {
  const boss = await joinStaff(app, 'boss', 'admin');
  for (const words of [[], ['--dry-run']])
    expect(await refused('erase', boss.username, ...words)).toContain('at least one admin');
  expect(await isSignedIn(boss.client)).toBe(true);
});
