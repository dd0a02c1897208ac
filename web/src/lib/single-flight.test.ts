import { expect, test, vi } from 'vitest';
import { announceLogout } from './logout.ts';
import { createSingleFlight } from './single-flight.ts';

function heldWork() {
  const end = Promise.withResolvers<string>();
  return { work: vi.fn(() => end.promise), ...end };
}

test('callers with one key share the running work', async () => {
  const run = createSingleFlight<string>();
  const { work, resolve } = heldWork();
  const answers = Promise.all([run('a', work), run('a', work)]);
  resolve('done');
  expect(await answers).toEqual(['done', 'done']);
  expect(work).toHaveBeenCalledOnce();
});

test('other keys run their own work', () => {
  const run = createSingleFlight<string>();
  const { work } = heldWork();
  void run('a', work);
  void run('b', work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('the next caller after a failure starts again', async () => {
  const run = createSingleFlight<string>();
  const { work, reject } = heldWork();
  const failed = run('a', work);
  reject(new Error('offline'));
  await expect(failed).rejects.toThrow('offline');
  expect(await run('a', async () => 'done')).toBe('done');
});

test('a caller after a logout does not share the work of the person before', async () => {
  const run = createSingleFlight<string>();
  const first = heldWork();
  const second = heldWork();
  const firstAnswer = run('a', first.work);
  announceLogout('signedOut');
  void run('a', second.work);
  first.resolve('first');
  await firstAnswer;
  // The end of the first work must not forget the second one.
  void run('a', second.work);
  expect(second.work).toHaveBeenCalledOnce();
});
