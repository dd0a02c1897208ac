import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const never = new AbortController().signal;
const soon = () => new Promise((done) => setTimeout(done));

function tasks(limit: ConcurrencyLimit) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal = never) =>
    limit.run(() => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    }, signal);
  return { started, start, end: (name: string) => ends.get(name)!() };
}

test('runs at most two tasks at a time, and the rest in order', async () => {
  const { started, start, end } = tasks(new ConcurrencyLimit(2));
  for (const name of ['a', 'b', 'c', 'd']) void start(name);
  await soon();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await soon();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('a task aborted while it waits uses no turn', async () => {
  const { started, start, end } = tasks(new ConcurrencyLimit(1));
  const off = new AbortController();
  void start('a');
  const refused = expect(start('b', off.signal)).rejects.toThrow('enough');
  void start('c');
  off.abort(new Error('enough'));
  await refused;
  end('a');
  await soon();
  expect(started).toEqual(['a', 'c']);
});

test('a failed task frees its turn', async () => {
  const limit = new ConcurrencyLimit(1);
  await expect(limit.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  expect(await limit.run(() => Promise.resolve('yes'), never)).toBe('yes');
});
