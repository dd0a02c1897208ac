import { expect, test } from 'vitest';
import type { Context } from '../kernel/context.ts';
import { batchLoader } from './batch-loader.ts';

const ctx = { db: {} } as Context;

function recordLoads(fail: (keys: string[]) => unknown) {
  const loaded: string[][] = [];
  const load = batchLoader(async (_: Context, keys: string[]) => {
    loaded.push([...keys]);
    const error = fail(keys);
    if (error) throw error as Error;
    return keys;
  });
  return { load, loaded };
}

test('one load serves all keys of one turn', async () => {
  const { load, loaded } = recordLoads(() => undefined);
  await Promise.all([load(ctx, ['a']), load(ctx, ['b', 'c'])]);
  await load(ctx, ['d']);
  expect(loaded).toEqual([['a', 'b', 'c'], ['d']]);
});

test('keys that fail for one caller fail for no other', async () => {
  const { load } = recordLoads((keys) => keys.includes('bad') && new Error('broken'));
  const [one, bad, two] = await Promise.allSettled([
    load(ctx, ['a']),
    load(ctx, ['bad']),
    load(ctx, ['b']),
  ]);
  expect(one).toEqual({ status: 'fulfilled', value: ['a'] });
  expect(bad.status).toBe('rejected');
  expect(two).toEqual({ status: 'fulfilled', value: ['b'] });
});

test('callers do not load alone while the database is unavailable', async () => {
  const { load, loaded } = recordLoads(() => new Error('Connection ended unexpectedly'));
  const all = await Promise.allSettled([load(ctx, ['a']), load(ctx, ['b'])]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loaded).toHaveLength(1);
});
