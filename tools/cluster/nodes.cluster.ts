import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { rateLimits } from '@roost/contract/rate-limits';
import * as reactions from '@roost/contract/reactions';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import {
  answer,
  ask,
  callTab,
  type CallTab,
  hears,
  ring,
} from '../../server/test/support/calls.ts';
import { crowdOf, type Member } from '../../server/test/support/cast.ts';
import { storm } from '../../server/test/support/chat-storm.ts';
import { TestClient } from '../../server/test/support/test-client.ts';
import {
  closed,
  heardBy,
  liveTab,
  openSocket,
  refusalOfSocket,
} from '../../server/test/support/wire.ts';
import type { RedisKind } from './redis.ts';
import { Stack } from './stack.ts';

const kind: RedisKind = process.env.CLUSTER_REDIS === 'cluster' ? 'cluster' : 'single';

let stack: Stack;
/** The network behind the proxy. Its own process only gives the test access to the database. */
let app: TestApp;

beforeAll(async () => {
  stack = await Stack.start(kind, { RATE_LIMITS: 'on' });
  const behind = await startTestApp({
    DATABASE_URL: stack.postgres.url,
    REDIS_URL: stack.redis.url,
    ROOST_ROLES: 'jobs',
  });
  app = { ...behind, address: stack.address, client: () => new TestClient(stack.address) };
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

let crowds = 0;
async function people(count: number): Promise<Member[]> {
  crowds += 1;
  return crowdOf(app, count, `crowd${crowds}_`);
}
async function two(): Promise<[Member, Member]> {
  return (await people(2)) as [Member, Member];
}

const like = async (member: Member, postId: string) =>
  member.call(reactions.toggleLike, { params: { postId } });

describe(`two nodes with Redis (${kind})`, () => {
  test('live events go from one node to the tabs of the other within a second', async () => {
    const [ann, ben] = await two();
    const tab = await liveTab(at(0, ann).client);
    const { _id } = await ann.post('Look');
    await like(at(1, ben), _id);
    await expect.poll(() => tab.named('newNotification'), { timeout: 1_000 }).toHaveLength(1);
  });

  test('a session ends on both nodes before the request that ends it is answered', async () => {
    const [ann] = await two();
    const tab = await liveTab(at(1, ann).client);
    expect((await at(1, ann).client.fetch('/api/auth/me')).status).not.toBe(401);
    await at(0, ann).call(auth.logout, {});
    expect((await at(1, ann).client.fetch('/api/posts/feed')).status).toBe(401);
    await closed(tab.socket);
  });

  test('both nodes count towards one rate limit', async () => {
    const [ann] = await two();
    const statuses: number[] = [];
    for (let n = 0; n <= rateLimits.posts.points; n += 1) {
      const body = new FormData();
      body.append('content', `Number ${n}`);
      const { client } = at(n % 2, ann);
      statuses.push((await client.fetch('/api/posts/createpost', { method: 'POST', body })).status);
    }
    expect(statuses).toEqual([...Array<number>(rateLimits.posts.points).fill(201), 429]);
  });

  test('a call and its signals go from one node to the other', async () => {
    const [ann, ben] = await two();
    await Promise.all([ann.follow(ben), ben.follow(ann)]);
    const [one, other] = [await callTab(at(0, ann)), await callTab(at(1, ben))];
    const { signal } = await ring(one, ben);
    await hears(other, 'incomingCall');
    await answer(other, String(signal));
    await hears(one, 'callAccepted');
    const roomId = [ann.id, ben.id].toSorted().join('_');
    const enter = async ({ member, name }: CallTab) => {
      const { address, cookie } = member.client;
      const socket = openSocket(address, { cookie, namespace: '/webrtc', auth: { tab: name } });
      const heard = heardBy(socket);
      expect(await refusalOfSocket(socket)).toBeNull();
      expect(await ask(socket, 'join', { roomId })).toMatchObject({ ok: true });
      return { socket, heard };
    };
    const [here, there] = await Promise.all([enter(one), enter(other)]);
    for (const { heard } of [here, there])
      await expect.poll(() => heard.map(({ name }) => name)).toContain('ready');
    const description = { type: 'offer', sdp: 'v=0' };
    await ask(here.socket, 'offer', { roomId, description });
    await expect
      .poll(() => there.heard.find(({ name }) => name === 'offer')?.payload)
      .toEqual({ description });
    await ask(one.socket, 'hangUp', { to: ben.id });
    await hears(other, 'incomingCall', 'callEnded');
  });

  test('every device gets each message once and in order while connections break', async () => {
    expect(await storm(app, { pairs: 4, messages: 400, cuts: 24 })).toEqual([]);
  });
});

describe(`a node that goes (${kind})`, () => {
  test('a node killed under load loses no message, and its people go offline soon', async () => {
    const [ann, ben] = await two();
    await ann.follow(ben);
    const there = await liveTab(at(1, ben).client);
    await there.socket.emitWithAck('addUser', ben.id);
    const tab = await liveTab(at(0, ann).client);
    const online = () => tab.named('getOnlineUsers').at(-1);
    await expect.poll(online).toEqual([ben.id]);
    const weather = storm(app, { pairs: 4, messages: 800, cuts: 4 });
    await wait(500);
    await stack.nodes[1]?.end('SIGKILL');
    await expect.poll(online, { timeout: 45_000 }).toEqual([]);
    await stack.startNode(1);
    expect(await weather).toEqual([]);
  });

  test('a rolling restart fails no request, loses no message, and each node exits cleanly', async () => {
    const readers = await people(8);
    const failed: string[] = [];
    const load = { answered: 0, isOver: false };
    const reading = readers.map(async (reader) => {
      while (!load.isOver) {
        const status = await statusOf(reader.client.fetch('/api/posts/feed'));
        if (status !== '200') failed.push(status);
        load.answered += 1;
        // Stays within one person's rate limit.
        await wait(200);
      }
    });
    const weather = storm(app, { pairs: 4, messages: 800, cuts: 4 });
    for (const node of [0, 1]) {
      const began = Date.now();
      expect(await stack.nodes[node]?.end('SIGTERM')).toBe(0);
      expect(Date.now() - began).toBeLessThan(25_000);
      await stack.startNode(node);
    }
    load.isOver = true;
    await Promise.all(reading);
    expect(failed).toEqual([]);
    expect(load.answered).toBeGreaterThan(100);
    expect(await weather).toEqual([]);
  });
});

describe(`Redis away (${kind})`, () => {
  test('an outage of Redis refuses nobody, and the nodes catch up when it returns', async () => {
    const [ann, ben] = await two();
    const tab = await liveTab(at(0, ann).client);
    const ids = await Promise.all([1, 2, 3].map(async (n) => (await ann.post(`Post ${n}`))._id));
    const readiness = async () => (await at(0, ann).client.fetch('/ready')).json();
    expect(await readiness()).toEqual({ status: 'success', redis: 'ready' });
    const indexes = kind === 'single' ? [0] : stack.redis.servers.map((_, index) => index);
    for (const index of indexes) await stack.redis.kill(index);
    await expect.poll(readiness).toEqual({ status: 'success', redis: 'away' });
    await like(at(1, ben), ids[0] ?? '');
    await expect.poll(() => tab.named('newNotification'), { timeout: 15_000 }).toHaveLength(1);
    for (const index of indexes) await stack.redis.restart(index);
    await expect
      .poll(readiness, { timeout: 20_000 })
      .toEqual({ status: 'success', redis: 'ready' });
    await like(at(1, ben), ids[1] ?? '');
    await expect.poll(() => tab.named('newNotification'), { timeout: 10_000 }).toHaveLength(2);
    // A live event, not a poll.
    await wait(6_000);
    await like(at(1, ben), ids[2] ?? '');
    await expect.poll(() => tab.named('newNotification'), { timeout: 1_000 }).toHaveLength(3);
  });

  test.runIf(kind === 'cluster')('one shard alone: its copy takes over', async () => {
    const [ben, ...others] = (await people(12)) as [Member, ...Member[]];
    const shardOf = (channel: string) => stack.redis.serverOf(channel);
    // Not the shard of the heartbeat channel.
    const ann = others.find(({ id }) => shardOf(`roost:person:${id}`) !== shardOf('roost:nodes'));
    if (!ann) throw new Error('all of them are on one shard');
    const tab = await liveTab(at(0, ann).client);
    const { _id } = await ann.post('Look');
    const index = stack.redis.serverOf(`roost:person:${ann.id}`);
    await stack.redis.kill(index);
    await like(at(1, ben), _id);
    await expect.poll(() => tab.named('newNotification'), { timeout: 15_000 }).toHaveLength(1);
    await wait(10_000);
    const { _id: another } = await ann.post('And this');
    await like(at(1, ben), another);
    await expect.poll(() => tab.named('newNotification'), { timeout: 1_500 }).toHaveLength(2);
    await stack.redis.restart(index);
  });
});

async function statusOf(request: Promise<Response>): Promise<string> {
  try {
    const response = await request;
    const text = await response.text();
    return response.ok ? '200' : `${response.status} ${text.slice(0, 100)}`;
  } catch (error) {
    return String(error);
  }
}
