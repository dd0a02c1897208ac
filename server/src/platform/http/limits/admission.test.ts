import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Metrics } from '../../metrics/metrics.ts';
import { Admission, Overloaded } from './admission.ts';

const WORKING = 12;
const WAITING = 256;

function makeAdmission() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { admission: new Admission({ log, metrics: new Metrics() }), lines };
}

/** Work that ends when a test says so. */
function held(admission: Admission, sender: string) {
  const ended = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const result = admission.run(sender, async () => {
    state.hasBegun = true;
    return ended.promise;
  });
  result.catch(() => {});
  return { state, result, end: () => ended.resolve(sender) };
}

const many = (admission: Admission, count: number, sender = 'a') =>
  Array.from({ length: count }, () => held(admission, sender));

const turnOver = async () => new Promise(setImmediate);

test('a bounded number works, the next wait, and all others are refused at once', async () => {
  const { admission, lines } = makeAdmission();
  const working = many(admission, WORKING);
  const waiting = many(admission, WAITING);
  await turnOver();
  expect(working.every(({ state }) => state.hasBegun)).toBe(true);
  expect(waiting.some(({ state }) => state.hasBegun)).toBe(false);
  expect(() => admission.assertRoom()).toThrow(Overloaded);
  for (const { result } of many(admission, 3)) await expect(result).rejects.toThrow(Overloaded);
  // One line for all of them.
  expect(lines).toHaveLength(1);

  working[0]!.end();
  await expect(working[0]!.result).resolves.toBe('a');
  await turnOver();
  expect(waiting.filter(({ state }) => state.hasBegun)).toHaveLength(1);
  expect(() => admission.assertRoom()).not.toThrow();
});

test('all that waited work in the end, and the places are free again', async () => {
  const { admission } = makeAdmission();
  const all = many(admission, WORKING + 50);
  for (const { end } of all) end();
  await Promise.all(all.map(async ({ result }) => result));
  expect([admission.working, admission.queue.size]).toEqual([0, 0]);
});

test('work that fails frees its place', async () => {
  const { admission } = makeAdmission();
  const failing = admission.run('a', async () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(admission.working).toBe(0);
});

test('senders take turns, and a full queue refuses the one with most', async () => {
  const { admission } = makeAdmission();
  const working = many(admission, WORKING);
  const flood = many(admission, WAITING, 'flood');
  const [other] = many(admission, 1, 'other');
  await expect(flood.at(-1)!.result).rejects.toThrow(Overloaded);
  for (const { end } of working.slice(0, 2)) end();
  await turnOver();
  await turnOver();
  expect(other!.state.hasBegun).toBe(true);
});

test('work that takes longer than a second gives its place to another', async () => {
  vi.useFakeTimers();
  try {
    const { admission } = makeAdmission();
    const slow = many(admission, WORKING);
    const [next] = many(admission, 1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(next!.state.hasBegun).toBe(true);
    for (const { end } of slow) end();
    await Promise.all(slow.map(async ({ result }) => result));
    // Each place was freed once.
    expect(admission.working).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
