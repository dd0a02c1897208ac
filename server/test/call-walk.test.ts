import { expect, test } from 'vitest';
import { startAppForTest } from './app.ts';
import { walk, walkEnv, walkOptions } from './call-walk.ts';

test('400 steps of two people, their tabs and an outsider, at random', async () => {
  const app = await startAppForTest(walkEnv, walkOptions);
  const { findings, counts } = await walk(app, 400);
  expect(findings).toEqual([]);
  // A walk that never gets anywhere finds nothing.
  for (const name of ['ring', 'answer', 'lose', 'intrude']) expect(counts[name]).toBeGreaterThan(0);
}, 120_000);
