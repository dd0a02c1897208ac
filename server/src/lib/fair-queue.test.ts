import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function queueOf(most: number, items: string[]) {
  const queue = new FairQueue<string>(most);
  // The key is the first letter.
  const dropped = items.map((item) => queue.add(item[0] ?? '', item)).filter((item) => item);
  const taken: string[] = [];
  for (let item = queue.take(); item; item = queue.take()) taken.push(item);
  return { dropped, taken, left: queue.size };
}

test('keys take turns, and each key keeps the order of its items', () => {
  expect(queueOf(10, ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])).toEqual({
    dropped: [],
    taken: ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'],
    left: 0,
  });
});

test('the key that fills the queue loses an item to another key', () => {
  expect(queueOf(3, ['a1', 'a2', 'a3', 'b1', 'c1'])).toEqual({
    dropped: ['a3', 'a2'],
    taken: ['a1', 'b1', 'c1'],
    left: 0,
  });
});

test('the longest key loses its own new item', () => {
  expect(queueOf(3, ['b1', 'a1', 'a2', 'a3', 'a4'])).toEqual({
    dropped: ['a3', 'a4'],
    taken: ['b1', 'a1', 'a2'],
    left: 0,
  });
});

test('the key of a new item decides how many are ahead, and an item that would drop out has no place', () => {
  const queue = new FairQueue<string>(4);
  for (const key of ['a', 'a', 'a']) queue.add(key, key);
  expect(['a', 'b'].map((key) => queue.aheadOf(key))).toEqual([3, 1]);
  queue.add('b', 'b');
  expect(['a', 'b', 'c'].map((key) => queue.aheadOf(key))).toEqual([Infinity, 3, 2]);
});

test('a full queue of equal keys refuses a new key', () => {
  expect(queueOf(2, ['a1', 'b1', 'c1'])).toEqual({ dropped: ['c1'], taken: ['a1', 'b1'], left: 0 });
});
