import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as admin from '@roost/contract/admin';
import * as moderation from '@roost/contract/moderation';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { answer, callTab, hears, ring } from '../../server/test/support/calls.ts';
import { join, type Member } from '../../server/test/support/cast.ts';
import { caseOf, decide, report } from '../../server/test/support/moderation.ts';
import { joinStaff } from '../../server/test/support/staff.ts';
import { TestClient } from '../../server/test/support/test-client.ts';
import { liveTab } from '../../server/test/support/wire.ts';
import { commandsBeside } from '../admin/test-commands.ts';
import { Stack } from './stack.ts';

let stack: Stack;
/** The network behind the proxy. Its own process only gives the test access to the database. */
let app: TestApp;
let moe: Member;
let boss: Member;
let reporter: Member;

beforeAll(async () => {
  stack = await Stack.start('single', { RATE_LIMITS: 'off' });
  const behind = await startTestApp({
    DATABASE_URL: stack.postgres.url,
    REDIS_URL: stack.redis.url,
    ROOST_ROLES: 'jobs',
  });
  app = { ...behind, address: stack.address, client: () => new TestClient(stack.address) };
  moe = at(0, await joinStaff(app, 'moe'));
  boss = at(0, await joinStaff(app, 'boss', 'admin'));
  reporter = await join(app, 'reporter');
});
afterAll(async () => {
  await app?.close();
  await stack?.end();
});

/** The same person with the same session, connected to one node. */
function at(node: number, member: Member): Member {
  const client = new TestClient(stack.nodes[node]?.address ?? '');
  client.cookie = member.client.cookie;
  return { ...member, client, call: client.call.bind(client) };
}

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);

async function caseAbout(person: Member): Promise<string> {
  await report(reporter, 'user', person.id);
  return (await caseOf(moe, person.id))._id;
}

const command = async (...words: string[]) => commandsBeside(app, stack.postgres.url).run(...words);

const statusOf = async ({ client }: Member, path: string) => (await client.fetch(path)).status;
const within = { timeout: 1_000, interval: 25 };

/** Acts at the first node that sign a person out. Each returns what it needs to happen at once. */
const acts: Record<string, (person: Member) => Promise<() => Promise<unknown>>> = {
  async suspension(person) {
    const caseId = await caseAbout(person);
    return async () => decide(moe, caseId, { action: 'suspend' });
  },
  async ban(person) {
    const caseId = await caseAbout(person);
    return async () => decide(moe, caseId, { action: 'ban' });
  },
  'forced reset':
    async ({ id }) =>
    async () =>
      boss.call(admin.forceReset, { params: { userId: id } }),
  'end of sessions':
    async ({ id }) =>
    async () =>
      boss.call(moderation.endSessionsOf, { params: { userId: id } }),
  'command suspend':
    async ({ username }) =>
    async () =>
      command('suspend', username),
  'command ban':
    async ({ username }) =>
    async () =>
      command('ban', username),
};

describe.each(Object.entries(acts))('%s', (_, prepare) => {
  test('ends cookies and sockets at both nodes within a second', async () => {
    const person = await somebody();
    const both = [at(0, person), at(1, person)];
    const tabs = await Promise.all(both.map(async ({ client }) => liveTab(client)));
    for (const each of both) expect(await statusOf(each, '/api/auth/me')).toBe(200);
    const act = await prepare(person);
    await act();
    await expect
      .poll(() => tabs.map(({ socket }) => socket.connected), within)
      .toEqual([false, false]);
    for (const each of both) expect(await statusOf(each, '/api/auth/me')).toBe(401);
  });

  test('ends a call of the person at the other node within a second', async () => {
    const [person, friend] = [await somebody(), await somebody()];
    await person.follow(friend);
    await friend.follow(person);
    const [one, other] = [await callTab(at(1, person)), await callTab(at(1, friend))];
    const { signal } = await ring(one, friend);
    await hears(other, 'incomingCall');
    await answer(other, String(signal));
    const act = await prepare(person);
    await act();
    await expect.poll(() => other.heard.map(({ name }) => name), within).toContain('callEnded');
  });
});

test('a role reaches the other node with the answer, and with a command within a second', async () => {
  const person = await somebody();
  const there = at(1, person);
  const tab = await liveTab(there.client);
  const mayRead = async () => statusOf(there, '/api/moderation/reports');
  const setRole = async (role: 'moderator' | 'member') =>
    boss.call(admin.setRole, { params: { userId: person.id }, body: { role } });
  expect(await mayRead()).toBe(404);
  await setRole('moderator');
  expect(await mayRead()).toBe(200);
  await caseAbout(await somebody());
  await expect.poll(() => tab.named('caseChanged'), within).toHaveLength(1);
  await setRole('member');
  expect(await mayRead()).toBe(404);
  await command('promote', person.username, '--role', 'moderator');
  await expect.poll(mayRead, within).toBe(200);
  await command('promote', person.username, '--role', 'member');
  await expect.poll(mayRead, within).toBe(404);
  // The other moderator is the sentinel: the tab of a former one hears nothing.
  const sentinel = await liveTab(at(1, moe).client);
  await caseAbout(await somebody());
  await expect.poll(() => sentinel.named('caseChanged')).toHaveLength(1);
  expect(tab.named('caseChanged')).toHaveLength(1);
});

const hiding = Object.entries(acts).filter(([name]) => /suspension|command ban/.test(name));

describe.each(hiding)('after a %s', (_, prepare) => {
  test('nobody sees the person at the other node a second later', async () => {
    const person = await somebody();
    const viewer = at(1, await somebody());
    await viewer.follow(person);
    await person.follow(viewer);
    const tag = `tag${person.username}`;
    const post = await person.post(`Hello from ${person.username} #${tag}`);
    const answered = await viewer.post('An open question');
    await person.comment(answered._id, `An answer by ${person.username}`);
    const tab = await liveTab(viewer.client);
    const there = await liveTab(at(0, person).client);
    await there.socket.emitWithAck('addUser', person.id);
    const online = () => tab.named('getOnlineUsers').at(-1);
    await expect.poll(online).toEqual([person.id]);
    const places = [
      '/api/posts/feed?limit=50',
      `/api/posts/${post._id}`,
      `/api/posts/${answered._id}/comments`,
      `/api/posts/user/${person.id}`,
      `/api/users/getuser/${person.username}`,
      `/api/posts/search?query=%23${tag}`,
      `/api/posts/hashtag/${tag}`,
      `/api/search/hashtags?query=${tag}`,
      `/api/users/search?query=${person.username}`,
      `/api/search/mentions?query=${person.username}`,
      `/api/follow/${viewer.id}/followers`,
      `/api/follow/${viewer.id}/following`,
      '/api/notifications?limit=50',
    ];
    const showsPerson = async (path: string) => {
      const text = await (await viewer.client.fetch(path)).text();
      // Some answers repeat the query.
      return text.replaceAll(/"query":"[^"]*"/g, '').includes(person.username);
    };
    const shown = async () => {
      const found = await Promise.all(places.map(showsPerson));
      return places.filter((_, n) => found[n]);
    };
    expect(await shown()).toEqual(places);
    const act = await prepare(person);
    await act();
    const begin = performance.now();
    await expect.poll(shown, within).toEqual([]);
    await expect.poll(online, within).toEqual([]);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
