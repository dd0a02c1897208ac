import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../support/app.ts';
import { fuzz } from '../support/fuzz.ts';
import { findDrift } from '../support/recount.ts';

test('3,000 random requests give no 5xx, and every answer follows the contract', async () => {
  const app = await startAppForTest(withJobs);
  const seen = await fuzz(app, 3_000);
  // The requests reached successes and refusals.
  for (const status of [200, 201, 400, 401, 404])
    expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(5);
  expect(await findDrift(app.ctx)).toEqual([]);
}, 180_000);
