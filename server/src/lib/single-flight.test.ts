import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SingleFlight } from './single-flight.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const kept = { lifetimeMs: 1_000, maxResults: 2 };

/** Each step runs the key with that name, or forgets it, or waits. The result counts the runs of the work. */
const cases = [
  { title: 'callers at the same time share one run', steps: ['a+a+a'], runs: 1 },
  { title: 'each key has its own run', steps: ['a+b'], runs: 2 },
  { title: 'without a lifetime, a later caller starts again', steps: ['a', 'a'], runs: 2 },
  {
    title: 'with a lifetime, a later caller shares the result',
    options: kept,
    steps: ['a', 'a'],
    runs: 1,
  },
  { title: 'the lifetime ends', options: kept, steps: ['a', 'wait', 'a'], runs: 2 },
  {
    title: 'a forgotten result is not shared',
    options: kept,
    steps: ['a', 'forget', 'a'],
    runs: 2,
  },
  {
    title: 'the oldest result drops out',
    options: kept,
    steps: ['a', 'b', 'c', 'b', 'a'],
    runs: 4,
  },
];

test.each(cases)('$title', async ({ options, steps, runs }) => {
  const flights = new SingleFlight<number>(options);
  let started = 0;
  for (const step of steps)
    if (step === 'wait') vi.advanceTimersByTime(kept.lifetimeMs);
    else if (step === 'forget') flights.forget('a');
    else
      await Promise.all(
        step.split('+').map(async (key) => flights.run(key, async () => (started += 1))),
      );
  expect(started).toBe(runs);
});

test.each([{}, kept])(
  'all callers get a failure, and the next caller starts again (%o)',
  async (options) => {
    const flights = new SingleFlight<string>(options);
    const fail = async () => {
      throw new Error('broken');
    };
    const failed = await Promise.allSettled([flights.run('a', fail), flights.run('a', fail)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flights.run('a', async () => 'works')).toBe('works');
  },
);
