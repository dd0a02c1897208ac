import { expect, test } from 'vitest';
import { startAppForTest } from './app.ts';
import { fuzz } from './fuzz.ts';
import { findDrift } from './recount.ts';

test('two thousand odd requests: no failure of ours, every answer as the contract says', async () => {
  const app = await startAppForTest();
  const seen = await fuzz(app, 2_000);
  // Both halves were really met.
  for (const status of [200, 201, 400, 401, 404])
    expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(5);
  expect(await findDrift(app.ctx)).toEqual([]);
}, 60_000);
