import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../support/app.ts';
import { fuzz } from '../support/fuzz.ts';
import { findDrift } from '../support/recount.ts';

test('100,000 random requests give no 5xx, and every answer follows the contract', async () => {
  // The log shows the server's side of a failure.
  const logTo = { write: (line: string) => void process.stderr.write(line) };
  const app = await startAppForTest({ ...withJobs, LOG_LEVEL: 'error' }, { logTo });
  const seen = await fuzz(app, 100_000);
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(100_000);
  for (const status of [200, 201, 400, 401, 404])
    expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(100);
  expect(await findDrift(app.ctx)).toEqual([]);
}, 1_800_000);
