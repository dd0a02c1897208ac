import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../test/app.ts';
import { join, type Member } from '../../test/cast.ts';
import { closed, connectHearing } from '../../test/wire.ts';

/** Long enough to act in, short enough to wait for. */
const GRACE = 1_500;

const app = await startAppForFile({}, { presenceGrace: GRACE });
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

/** A tab, and the lists of people it was told are online. */
async function tabOf(member: Member) {
  const { socket, heard } = await connectHearing(member.visitor);
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

test('online with one tab in sight, not by being connected alone', async () => {
  const { watcher, watched } = await pair();
  const watching = await tabOf(watcher);
  await expect.poll(watching.now).toEqual([]);
  const [one, two] = await Promise.all([tabOf(watched), tabOf(watched)]);
  await wait(700);
  expect(watching.now()).toEqual([]);
  await one.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  await two.show();
  await one.hide();
  one.socket.disconnect();
  await wait(GRACE + 1_000);
  // The other tab is still there.
  expect(watching.lists().slice(1)).toEqual([[watched.id]]);
  await two.hide();
  await expect.poll(watching.now, { timeout: 5_000 }).toEqual([]);
});

test('who connects is told of those already there', async () => {
  const { watcher, watched } = await pair();
  await (await tabOf(watched)).show();
  const watching = await tabOf(watcher);
  await expect.poll(watching.now).toEqual([watched.id]);
});

test('a tab that is back within the grace was never away; afterwards it was', async () => {
  const { watcher, watched } = await pair();
  const watching = await tabOf(watcher);
  const first = await tabOf(watched);
  await first.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  const told = watching.lists().length;
  first.socket.disconnect();
  await wait(GRACE / 3);
  const second = await tabOf(watched);
  await second.show();
  await wait(GRACE + 1_000);
  expect(watching.lists()).toHaveLength(told);
  const left = performance.now();
  second.socket.disconnect();
  await expect.poll(watching.now, { timeout: 5_000 }).toEqual([]);
  expect(performance.now() - left).toBeGreaterThan(GRACE);
});

test('only those who follow are told', async () => {
  const { watcher, watched } = await pair();
  const [followed, stranger] = [await tabOf(watched), await tabOf(await join(app, 'stranger'))];
  // Whom one is followed by is not thereby whom one watches.
  await (await tabOf(watcher)).show();
  await stranger.show();
  await followed.show();
  await wait(1_000);
  expect(followed.lists().flat()).toEqual([]);
  expect(stranger.lists().flat()).toEqual([]);
});

test('a follow and its end are heard of at once', async () => {
  const { watcher, watched } = await pair();
  await watcher.call(users.unfollow, { params: { userId: watched.id } });
  const watching = await tabOf(watcher);
  await (await tabOf(watched)).show();
  await wait(700);
  expect(watching.lists().flat()).toEqual([]);
  await watcher.follow(watched);
  await expect.poll(watching.now).toEqual([watched.id]);
  await watcher.call(users.unfollow, { params: { userId: watched.id } });
  await expect.poll(watching.now).toEqual([]);
});

test.each(['watcher', 'watched'] as const)('nothing across a block by the %s', async (who) => {
  const both = await pair();
  const { watcher, watched } = both;
  const blocker = both[who];
  const watching = await tabOf(watcher);
  const tab = await tabOf(watched);
  await tab.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  await blocker.toggleBlock(blocker === watcher ? watched : watcher);
  await expect.poll(watching.now).toEqual([]);
  const told = watching.lists().length;
  await tab.hide();
  await wait(GRACE + 700);
  await tab.show();
  await wait(700);
  expect(watching.lists().slice(told).flat()).toEqual([]);
  // It gave no way back either.
  await blocker.toggleBlock(blocker === watcher ? watched : watcher);
  await wait(700);
  expect(watching.lists().slice(told).flat()).toEqual([]);
});

test('whose session ends is gone after the grace', async () => {
  const { watcher, watched } = await pair();
  const watching = await tabOf(watcher);
  const tab = await tabOf(watched);
  await tab.show();
  await expect.poll(watching.now).toEqual([watched.id]);
  const closing = closed(tab.socket);
  await watched.visitor.fetch('/api/auth/logout', { method: 'POST' });
  await closing;
  await expect.poll(watching.now, { timeout: 5_000 }).toEqual([]);
});
