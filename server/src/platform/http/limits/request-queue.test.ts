import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Metrics } from '../../metrics/metrics.ts';
import { Overloaded, RequestQueue } from './request-queue.ts';

const SLOTS = 12;
const WAITING = 256;

function makeQueue(maxWaitMs?: number) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { queue: new RequestQueue({ log, metrics: new Metrics() }, maxWaitMs), lines };
}

/** Work that ends when a test says so. */
function held(queue: RequestQueue, sender: string) {
  const ended = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const result = queue.run(sender, async () => {
    state.hasBegun = true;
    return ended.promise;
  });
  result.catch(() => {});
  return { state, result, end: () => ended.resolve(sender) };
}

const many = (queue: RequestQueue, count: number, sender = 'a') =>
  Array.from({ length: count }, () => held(queue, sender));

const turnOver = async () => new Promise(setImmediate);

test('a bounded number works, the next wait, and all others are refused at once', async () => {
  const { queue, lines } = makeQueue();
  const working = many(queue, SLOTS);
  const waiting = many(queue, WAITING);
  await turnOver();
  expect(working.every(({ state }) => state.hasBegun)).toBe(true);
  expect(waiting.some(({ state }) => state.hasBegun)).toBe(false);
  expect(() => queue.assertRoom('a')).toThrow(Overloaded);
  for (const { result } of many(queue, 3)) await expect(result).rejects.toThrow(Overloaded);
  // One line for all of them.
  expect(lines).toHaveLength(1);

  working[0]!.end();
  await expect(working[0]!.result).resolves.toBe('a');
  await turnOver();
  expect(waiting.filter(({ state }) => state.hasBegun)).toHaveLength(1);
  expect(() => queue.assertRoom('a')).not.toThrow();
});

test('all that waited work in the end, and the slots are free again', async () => {
  const { queue } = makeQueue();
  const all = many(queue, SLOTS + 50);
  for (const { end } of all) end();
  await Promise.all(all.map(async ({ result }) => result));
  expect([queue.working, queue.waiting.size]).toEqual([0, 0]);
});

test('work that fails frees its slot', async () => {
  const { queue } = makeQueue();
  const failing = queue.run('a', async () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(queue.working).toBe(0);
});

test('senders take turns, and a full queue refuses the one with most', async () => {
  const { queue } = makeQueue();
  const working = many(queue, SLOTS);
  const flood = many(queue, WAITING, 'flood');
  const [other] = many(queue, 1, 'other');
  await expect(flood.at(-1)!.result).rejects.toThrow(Overloaded);
  for (const { end } of working.slice(0, 2)) end();
  await turnOver();
  await turnOver();
  expect(other!.state.hasBegun).toBe(true);
});

test('of a flood, only the sender is refused before the work', async () => {
  vi.useFakeTimers();
  try {
    const { queue } = makeQueue();
    const working = many(queue, SLOTS);
    many(queue, WAITING / 2, 'flood');
    // The pace of the queue: a slot every 50 ms.
    for (const { end } of working) {
      end();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(() => queue.assertRoom('flood')).toThrow(Overloaded);
    expect(() => queue.assertRoom('other')).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

test('work that takes longer than a second gives its slot to another', async () => {
  vi.useFakeTimers();
  try {
    const { queue } = makeQueue();
    const slow = many(queue, SLOTS);
    const [next] = many(queue, 1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(next!.state.hasBegun).toBe(true);
    for (const { end } of slow) end();
    await Promise.all(slow.map(async ({ result }) => result));
    // Each slot was freed once.
    expect(queue.working).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  { limit: 'the default limit', maxWaitMs: undefined, isRefused: true },
  { limit: 'a limit of 30 s', maxWaitMs: 30_000, isRefused: false },
])('a request that would wait for 1.2 s: $limit', async ({ maxWaitMs, isRefused }) => {
  vi.useFakeTimers();
  try {
    const { queue } = makeQueue(maxWaitMs);
    const all = many(queue, SLOTS + 120);
    for (const { end } of all.slice(0, 60)) {
      await vi.advanceTimersByTimeAsync(20);
      end();
      await vi.advanceTimersByTimeAsync(0);
    }
    // 60 others wait, and a slot takes 20 ms.
    expect(queue.waiting.size).toBe(60);
    if (isRefused) expect(() => queue.assertRoom('a')).toThrow(Overloaded);
    else expect(() => queue.assertRoom('a')).not.toThrow();
    for (const { end } of all) end();
    await Promise.all(all.map(async ({ result }) => result));
  } finally {
    vi.useRealTimers();
  }
});
