import { expect, onTestFinished, test } from 'vitest';
import type { AppError } from '@roost/contract/errors';
import { HashingPool } from './hashing-pool.ts';

/** Returns a pool with one thread, and the order in which it completes its tasks. */
function poolOf(maxWaiting: { others: number; known: number }) {
  const pool = new HashingPool(1, maxWaiting);
  onTestFinished(() => pool.close());
  const ends: string[] = [];
  const ask = async (name: string, isKnown = false) => {
    const requester = { network: name[0] ?? '', isKnown };
    await pool.hash(name, requester).then(
      () => ends.push(name),
      (error: AppError) => ends.push(`${name}: ${error.code}, after ${error.retryAfter} s`),
    );
  };
  return { pool, ends, ask };
}

test('the pool hashes and compares', async () => {
  const { pool } = poolOf({ others: 4, known: 4 });
  const requester = { network: 'a', isKnown: false };
  const stored = await pool.hash('a passphrase', requester);
  expect(await pool.verify(stored, 'a passphrase', requester)).toBe(true);
  expect(await pool.verify(stored, 'another one', requester)).toBe(false);
  await expect(pool.verify('no hash at all', 'a passphrase', requester)).rejects.toThrow();
  // The pool continues after a failed task.
  expect(await pool.verify(stored, 'a passphrase', requester)).toBe(true);
});

test('a network with many tasks delays only itself, and the pool refuses it first', async () => {
  const { ends, ask } = poolOf({ others: 4, known: 4 });
  // The first task runs, and the next four wait.
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1'].map(async (name) => ask(name));
  await Promise.all(asked);
  expect(ends).toEqual([
    'a6: unavailable, after 3 s',
    'a5: unavailable, after 3 s',
    'a4: unavailable, after 3 s',
    'a1',
    'a2',
    'b1',
    'c1',
    'a3',
  ]);
});

test('known requesters have a queue that strangers cannot fill', async () => {
  const { ends, ask } = poolOf({ others: 2, known: 2 });
  const asked = ['a1', 'a2', 'a3', 'b1', 'c1'].map(async (name) => ask(name));
  await Promise.all([...asked, ask('a-known', true), ask('k-known', true)]);
  expect(ends).toEqual([
    'a3: unavailable, after 3 s',
    'c1: unavailable, after 3 s',
    'a1',
    'a-known',
    'a2',
    'k-known',
    'b1',
  ]);
});

test('close() refuses the waiting tasks', async () => {
  const { pool, ends, ask } = poolOf({ others: 4, known: 4 });
  const asked = [ask('a1'), ask('a2')];
  await pool.close();
  await Promise.all(asked);
  expect(ends).toEqual(expect.arrayContaining(['a2: unavailable, after 3 s']));
  await ask('a3');
  expect(ends).toHaveLength(3);
});
