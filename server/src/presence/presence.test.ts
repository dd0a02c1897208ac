import { logout } from '@roost/contract/auth';
import * as relations from '@roost/contract/relations';
import { updatePrivacy } from '@roost/contract/users';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../test/support/app.ts';
import { join, type Member } from '../../test/support/cast.ts';
import { connectHearing } from '../../test/support/wire.ts';

/** Long enough for the steps of a test, and short enough to wait for. */
const GRACE_MS = 1_500;
/** Short, because each list of a test comes only after it. */
const DELAY_MS = 20;

const app = await startAppForFile({}, { presenceGrace: GRACE_MS, presenceDelay: DELAY_MS });
let names = 0;

/** Two people, the first of whom follows the second. */
async function pair(): Promise<{ watcher: Member; watched: Member }> {
  names += 1;
  const [watcher, watched] = await Promise.all([
    join(app, `watcher${names}`),
    join(app, `watched${names}`),
  ]);
  await watcher.follow(watched);
  return { watcher, watched };
}

/** A tab, and the lists of online people that it got. */
async function tabOf(member: Member) {
  const { socket, heard } = await connectHearing(member.client);
  const lists = () =>
    heard.flatMap(({ name, payload }) => (name === 'getOnlineUsers' ? [payload as string[]] : []));
  return {
    socket,
    lists,
    now: () => lists().at(-1),
    show: async () => socket.timeout(5_000).emitWithAck('addUser', member.id),
    hide: async () => socket.timeout(5_000).emitWithAck('userOffline', member.id),
  };
}

/**
 * Somebody else who is online: a sentinel. A person who follows them gets a new list, which contains every earlier
 * change. When their tab is lost, they leave the lists after the grace of every tab that was lost before.
 */
async function sentinel() {
  names += 1;
  const member = await join(app, `sentinel${names}`);
  const tab = await tabOf(member);
  await tab.show();
  return { member, tab };
}

test('a person is online with one visible tab; a connection alone is not enough', async () => {
  const { watcher, watched } = await pair();
  const other = await sentinel();
  const watching = await tabOf(watcher);
  await expect.poll(watching.now).toEqual([]);
  const [one, two] = await Promise.all([tabOf(watched), tabOf(watched)]);
  await watcher.follow(other.member);
  await expect.poll(watching.now).toEqual([other.member.id]);
  expect(watching.lists()).toHaveLength(2);
  await one.show();
  await expect.poll(() => watching.now()?.length).toBe(2);
  await two.show();
  await one.hide();
  one.socket.disconnect();
  other.tab.socket.disconnect();
  // The other tab is still there.
  await expect.poll(watching.now).toEqual([watched.id]);
  expect(watching.lists()).toHaveLength(4);
  await two.hide();
  await expect.poll(watching.now, { timeout: 5_000 }).toEqual([]);
});

test('a person is offline as soon as their last tab is hidden', async () => {
  // This grace is longer than the test.
  const patient = await startAppForTest({}, { presenceGrace: 600_000, presenceDelay: DELAY_MS });
  const [watcher, watched] = [await join(patient, 'watcher'), await join(patient, 'watched')];
  await watcher.follow(watched);
  const watching = await tabOf(watcher);
  const tab = await tabOf(watched);
  await tab.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  await tab.hide();
  await expect.poll(watching.now).toEqual([]);
});

test('a new tab gets the people who are already online', async () => {
  const { watcher, watched } = await pair();
  await (await tabOf(watched)).show();
  const watching = await tabOf(watcher);
  await expect.poll(watching.now).toEqual([watched.id]);
});

test('a person goes offline only if no tab returns within the grace', async () => {
  const { watcher, watched } = await pair();
  const other = await sentinel();
  await watcher.follow(other.member);
  const watching = await tabOf(watcher);
  const first = await tabOf(watched);
  await first.show();
  await expect.poll(() => watching.now()?.length).toBe(2);
  const listsBefore = watching.lists().length;
  first.socket.disconnect();
  // The test needs a time without a tab.
  await wait(GRACE_MS / 10);
  const second = await tabOf(watched);
  await second.show();
  other.tab.socket.disconnect();
  await expect.poll(watching.now).toEqual([watched.id]);
  expect(watching.lists()).toHaveLength(listsBefore + 1);
  const left = performance.now();
  second.socket.disconnect();
  await expect.poll(watching.now, { timeout: 5_000 }).toEqual([]);
  expect(performance.now() - left).toBeGreaterThan(GRACE_MS);
});

test('only followers get the presence of a person', async () => {
  const { watcher, watched } = await pair();
  const unrelated = await join(app, 'stranger');
  const [followed, stranger] = [await tabOf(watched), await tabOf(unrelated)];
  // A person does not watch their followers.
  await (await tabOf(watcher)).show();
  await stranger.show();
  await followed.show();
  const { member } = await sentinel();
  for (const each of [watched, unrelated]) await each.follow(member);
  for (const { now, lists } of [followed, stranger]) {
    await expect.poll(now).toEqual([member.id]);
    expect(lists().flat()).toEqual([member.id]);
  }
});

test('a follow and an unfollow change the list at once', async () => {
  const { watcher, watched } = await pair();
  await watcher.call(relations.unfollow, { params: { userId: watched.id } });
  const watching = await tabOf(watcher);
  await (await tabOf(watched)).show();
  const { member } = await sentinel();
  await watcher.follow(member);
  await expect.poll(watching.now).toEqual([member.id]);
  expect(watching.lists().flat()).toEqual([member.id]);
  await watcher.follow(watched);
  await expect.poll(watching.now).toContain(watched.id);
  await watcher.call(relations.unfollow, { params: { userId: watched.id } });
  await expect.poll(watching.now).toEqual([member.id]);
});

test.each(['watcher', 'watched'] as const)('a block by the %s hides presence', async (who) => {
  const both = await pair();
  const { watcher, watched } = both;
  const blocker = both[who];
  const watching = await tabOf(watcher);
  const tab = await tabOf(watched);
  await tab.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  await blocker.toggleBlock(blocker === watcher ? watched : watcher);
  await expect.poll(watching.now).toEqual([]);
  const listsBefore = watching.lists().length;
  const { member } = await sentinel();
  await tab.hide();
  await watcher.follow(member);
  await expect.poll(watching.now).toEqual([member.id]);
  await tab.show();
  await watcher.call(relations.unfollow, { params: { userId: member.id } });
  await expect.poll(watching.now).toEqual([]);
  // The end of the block restores nothing.
  await blocker.toggleBlock(blocker === watcher ? watched : watcher);
  await watcher.follow(member);
  await expect.poll(watching.now).toEqual([member.id]);
  expect(watching.lists().slice(listsBefore)).toEqual([[member.id], [], [member.id]]);
});

test('a person who hides the online status is offline for others, and sees nobody', async () => {
  const { watcher, watched } = await pair();
  await watched.follow(watcher);
  const other = await sentinel();
  for (const member of [watcher, watched]) await member.follow(other.member);
  const [watching, tab] = [await tabOf(watcher), await tabOf(watched)];
  await watching.show();
  await tab.show();
  await expect.poll(() => watching.now()?.length).toBe(2);
  await expect.poll(() => tab.now()?.length).toBe(2);
  await watched.call(updatePrivacy, { body: { showOnline: false } });
  await expect.poll(watching.now).toEqual([other.member.id]);
  await expect.poll(tab.now).toEqual([]);
  // A new tab of theirs changes nothing for others.
  const second = await tabOf(watched);
  await second.show();
  await expect.poll(second.now).toEqual([]);
  const lists = watching.lists().length;
  await watched.call(updatePrivacy, { body: { showOnline: true } });
  await expect.poll(() => watching.now()?.length).toBe(2);
  expect(watching.lists()).toHaveLength(lists + 1);
  await expect.poll(() => second.now()?.length).toBe(2);
});

test('a person who hides the online status before they connect is never shown', async () => {
  const { watcher, watched } = await pair();
  await watched.call(updatePrivacy, { body: { showOnline: false } });
  const other = await sentinel();
  const watching = await tabOf(watcher);
  await expect.poll(watching.now).toEqual([]);
  await (await tabOf(watched)).show();
  await watcher.follow(other.member);
  await expect.poll(watching.now).toEqual([other.member.id]);
  for (const list of watching.lists()) expect(list).not.toContain(watched.id);
});

test('a person whose sessions end is offline at once', async () => {
  // This grace is longer than the test.
  const patient = await startAppForTest({}, { presenceGrace: 600_000, presenceDelay: DELAY_MS });
  const [watcher, watched] = [await join(patient, 'watcher'), await join(patient, 'watched')];
  await watcher.follow(watched);
  const watching = await tabOf(watcher);
  const tab = await tabOf(watched);
  await tab.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  await watched.call(logout, {});
  await expect.poll(watching.now).toEqual([]);
});
