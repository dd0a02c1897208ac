import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minus, usageOf } from '../../bench/processes.ts';
import { startTestApp, type TestApp } from '../../server/test/app.ts';
import { crowdOf } from '../../server/test/cast.ts';
import { Visitor } from '../../server/test/visitor.ts';
import { Stack } from './stack.ts';

/** Two nodes may cost this many times what one does for the same request. */
const AT_MOST = 1.15;
/** For each node: two are there for twice the people. */
const CLIENTS = 16;
/**
 * Requests a second to each node, somewhat below what a machine of two cores can do with both. At its limit two nodes get half
 * the processor each, so that each is asked half as often and answers fewer in one go: that costs a tenth to a sixth more,
 * and says nothing about what nodes are to each other.
 */
const RATE = 400;
/** Milliseconds until what a process learns of its own code is learnt. */
const WARM_UP = 10_000;
/** So many that none asks for more than one person may. */
const PEOPLE = 400;
/** Rounds on one node and on two, in turn; the medians are compared. */
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
  const writer = new Visitor(stack.address);
  writer.cookie = author?.visitor.cookie;
  for (let n = 0; n < 10; n += 1) {
    const body = new FormData();
    body.append('content', `Number ${n} of what everybody reads`);
    await writer.fetch('/api/posts/createpost', { method: 'POST', body });
  }
  cookies = people.map(({ visitor }) => visitor.cookie ?? '');
});
afterAll(async () => {
  await app?.close();
  await stack?.end();
});

/**
 * The cost to the nodes that are asked, the database and Redis, when one node is asked so often, and when two are so often
 * each. Both ways they are asked directly, so that the proxy is no part of it; nor is the node that only stands by.
 */
test('two nodes cost little more for a request than one', async () => {
  const both = stack.nodes.map(({ address }) => address);
  const one = both.slice(0, 1);
  const costs = { one: [] as number[], two: [] as number[] };
  await round(both, WARM_UP, Infinity);
  for (let n = 0; n < ROUNDS; n += 1) {
    costs.one.push(await round(one));
    costs.two.push(await round(both));
  }
  const [alone, shared] = [median(costs.one), median(costs.two)];
  const ratio = shared / alone;
  console.log(
    `processor a request: one node ${alone.toFixed(3)} ms, two ${shared.toFixed(3)} ms, × ${ratio.toFixed(2)}`,
  );
  expect(ratio).toBeLessThanOrEqual(AT_MOST);
});

/** Milliseconds of processor for each request, of so many a second to each address. */
async function round(addresses: string[], milliseconds = ROUND_MS, rate = RATE): Promise<number> {
  const processes = [
    ...stack.nodes.filter(({ address }) => addresses.includes(address)).map(({ pid }) => pid),
    stack.postgres.primary.pid,
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
