import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { gathered } from './gathered.ts';

const ctx = { db: {} } as Context;

function asking(fail: (keys: string[]) => unknown) {
  const asked: string[][] = [];
  const ask = gathered(async (_: Context, keys: string[]) => {
    asked.push([...keys]);
    const error = fail(keys);
    if (error) throw error as Error;
    return keys;
  });
  return { ask, asked };
}

test('what is asked for at once is one question', async () => {
  const { ask, asked } = asking(() => undefined);
  await Promise.all([ask(ctx, ['a']), ask(ctx, ['b', 'c'])]);
  await ask(ctx, ['d']);
  expect(asked).toEqual([['a', 'b', 'c'], ['d']]);
});

test('what fails for one fails for nobody else', async () => {
  const { ask } = asking((keys) => keys.includes('bad') && new Error('broken'));
  const [one, bad, two] = await Promise.allSettled([
    ask(ctx, ['a']),
    ask(ctx, ['bad']),
    ask(ctx, ['b']),
  ]);
  expect(one).toEqual({ status: 'fulfilled', value: ['a'] });
  expect(bad.status).toBe('rejected');
  expect(two).toEqual({ status: 'fulfilled', value: ['b'] });
});

test('a database that is away is not asked by each alone', async () => {
  const { ask, asked } = asking(() => new Error('Connection ended unexpectedly'));
  const all = await Promise.allSettled([ask(ctx, ['a']), ask(ctx, ['b'])]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveLength(1);
});
