import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

/** Starts the work of each entry at once. Each work ends a turn of the event loop later. */
async function logOf(work: { name: string; keys: string[]; fails?: boolean }[]): Promise<string> {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const results = work.map(async ({ name, keys, fails }) =>
    mutex.run(keys, async () => {
      log.push(name);
      await endOfTurn();
      log.push(fails ? `${name}!` : `${name}.`);
      if (fails) throw new Error(name);
      return name;
    }),
  );
  const settled = await Promise.allSettled(results);
  expect(settled.map(({ status }) => status)).toEqual(
    work.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
  );
  await mutex.settled();
  return log.join(' ');
}

test.each([
  {
    title: 'work of one key runs in order',
    work: [
      { name: 'a', keys: ['x'] },
      { name: 'b', keys: ['x'] },
    ],
    log: 'a a. b b.',
  },
  {
    title: 'work of different keys runs at the same time',
    work: [
      { name: 'a', keys: ['x'] },
      { name: 'b', keys: ['y'] },
    ],
    log: 'a b a. b.',
  },
  {
    title: 'work of two keys waits for both',
    work: [
      { name: 'a', keys: ['x'] },
      { name: 'b', keys: ['y'] },
      { name: 'c', keys: ['x', 'y'] },
      { name: 'd', keys: ['y'] },
    ],
    log: 'a b a. b. c c. d d.',
  },
  {
    title: 'work that fails does not stop later work',
    work: [
      { name: 'a', keys: ['x'], fails: true },
      { name: 'b', keys: ['x'] },
    ],
    log: 'a a! b b.',
  },
])('$title', async ({ work, log }) => {
  expect(await logOf(work)).toBe(log);
});
