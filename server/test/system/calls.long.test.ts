import { expect, test } from 'vitest';
import { startAppForTest } from '../support/app.ts';
import { walk, walkEnv, walkOptions } from '../support/call-walk.ts';

test('10,000 random steps of two people and an outsider leave no wrong state', async () => {
  const app = await startAppForTest(walkEnv, walkOptions);
  const { findings, counts } = await walk(app, 10_000);
  expect(findings).toEqual([]);
  for (const name of [
    'ring',
    'cross',
    'answer',
    'reject',
    'hang up',
    'join',
    'offer',
    'leave',
    'show',
  ])
    expect(counts[name], name).toBeGreaterThan(10);
});
