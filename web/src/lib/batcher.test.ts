import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the work runs once with the items of the time after the first', () => {
  const work = vi.fn();
  const batcher = createBatcher<string>(100, work);
  batcher.add('a');
  vi.advanceTimersByTime(60);
  batcher.add('b');
  vi.advanceTimersByTime(39);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  batcher.add('c');
  vi.advanceTimersByTime(100);
  expect(work.mock.calls).toEqual([[['a', 'b']], [['c']]]);
});

test('an item that the work adds is in the next batch', () => {
  const work = vi.fn();
  const batcher = createBatcher<string>(100, (items) => {
    work(items);
    if (items[0] === 'a') batcher.add('b');
  });
  batcher.add('a');
  vi.advanceTimersByTime(200);
  expect(work.mock.calls).toEqual([[['a']], [['b']]]);
});

test('cancel drops the items that wait', () => {
  const work = vi.fn();
  const batcher = createBatcher<string>(100, work);
  batcher.add('a');
  batcher.cancel();
  vi.advanceTimersByTime(100);
  expect(work).not.toHaveBeenCalled();
});
