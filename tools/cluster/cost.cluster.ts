import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minus, usageOf } from '../../bench/processes.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { crowdOf } from '../../server/test/support/cast.ts';
import { TestClient } from '../../server/test/support/test-client.ts';
import { Stack } from './stack.ts';

/** The allowed ratio: the cost of a request with two nodes to its cost with one. */
const MAX_RATIO = 1.15;
/** Concurrent clients per node, because two nodes serve twice the people. */
const CLIENTS = 16;
/**
 * Requests per second to each node. The rate is below the limit of two cores with two nodes. At the limit each node gets half the
 * processor and answers fewer requests per wake-up. That alone costs 10 to 16 % more.
 */
const RATE = 400;
/** Milliseconds until V8 has compiled the hot code. */
const WARM_UP_MS = 10_000;
/** Enough people that nobody reaches the rate limit. */
const PEOPLE = 400;
/** Rounds on one node and on two nodes, in turn. The test compares the medians. */
const ROUNDS = 9;
const ROUND_MS = 4_000;

let stack: Stack;
let app: TestApp;
let cookies: string[];

beforeAll(async () => {
  stack = await Stack.start('single', { RATE_LIMITS: 'on' });
  app = await startTestApp({ DATABASE_URL: stack.postgres.url, ROOST_ROLES: 'jobs' });
  const people = await crowdOf(app, PEOPLE);
  const [author] = people;
  const writer = new TestClient(stack.address);
  writer.cookie = author?.client.cookie;
  for (let n = 0; n < 10; n += 1) {
    const body = new FormData();
    body.append('content', `Number ${n} of what everybody reads`);
    await writer.fetch('/api/posts/createpost', { method: 'POST', body });
  }
  cookies = people.map(({ client }) => client.cookie ?? '');
});
afterAll(async () => {
  await app?.close();
  await stack?.end();
});

/**
 * Compares the cost of a request when one node serves, and when two nodes serve. The cost includes the serving nodes, the database
 * and Redis. The requests bypass the proxy, and an idle node does not count.
 */
test('two nodes cost little more for a request than one', async () => {
  const both = stack.nodes.map(({ address }) => address);
  const one = both.slice(0, 1);
  const costs = { one: [] as number[], two: [] as number[] };
  await round(both, WARM_UP_MS, Infinity);
  for (let n = 0; n < ROUNDS; n += 1) {
    costs.one.push(await round(one));
    costs.two.push(await round(both));
  }
  const [alone, shared] = [median(costs.one), median(costs.two)];
  const ratio = shared / alone;
  console.log(
    `processor a request: one node ${alone.toFixed(3)} ms, two ${shared.toFixed(3)} ms, × ${ratio.toFixed(2)}`,
  );
  expect(ratio).toBeLessThanOrEqual(MAX_RATIO);
});

/** Milliseconds of processor time per request, at `RATE` requests per second to each address. */
async function round(addresses: string[], milliseconds = ROUND_MS, rate = RATE): Promise<number> {
  const processes = [
    ...stack.nodes.filter(({ address }) => addresses.includes(address)).map(({ pid }) => pid),
    stack.postgres.program.pid,
    ...stack.redis.servers.map(({ pid }) => pid),
  ];
  const used = () => processes.map(usageOf);
  const before = used();
  const load = { answered: 0, isOver: false };
  const count = CLIENTS * addresses.length;
  const every = (1_000 * CLIENTS) / rate;
  const began = performance.now();
  const clients = Array.from({ length: count }, async (_, client) => {
    for (let n = client, due = began + (every * client) / count; ; n += count, due += every) {
      await wait(Math.max(0, due - performance.now()));
      if (load.isOver) return;
      const cookie = cookies[n % cookies.length] ?? '';
      const address = addresses[n % addresses.length] ?? '';
      const response = await fetch(`${address}/api/posts/feed`, { headers: { cookie } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`answered ${response.status}`);
      load.answered += 1;
    }
  });
  await Promise.race([wait(milliseconds), ...clients]);
  load.isOver = true;
  await Promise.all(clients);
  const spent = used().map((after, n) => minus(after, before[n] ?? after));
  return spent.reduce((sum, { own, below }) => sum + own + below, 0) / load.answered;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
