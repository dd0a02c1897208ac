import { expect, test } from 'vitest';
import { startAppForTest } from '../support/app.ts';
import { walk, walkEnv, walkOptions } from '../support/call-walk.ts';

test('400 random steps of two people and an outsider leave no wrong state', async () => {
  const app = await startAppForTest(walkEnv, walkOptions);
  const { findings, counts } = await walk(app, 400);
  expect(findings).toEqual([]);
  // A simulation without these actions would find nothing.
  for (const name of ['ring', 'answer', 'lose', 'intrude']) expect(counts[name]).toBeGreaterThan(0);
}, 120_000);
