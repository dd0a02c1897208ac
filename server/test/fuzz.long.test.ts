import { expect, test } from 'vitest';
import { startAppForTest } from './app.ts';
import { fuzz } from './fuzz.ts';
import { findDrift } from './recount.ts';

test('a hundred thousand odd requests: no failure of ours, every answer as the contract says', async () => {
  // What the server says of a failure, beside what the fuzz saw of it.
  const logTo = { write: (line: string) => void process.stderr.write(line) };
  const app = await startAppForTest({ LOG_LEVEL: 'error' }, { logTo });
  const seen = await fuzz(app, 100_000);
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(100_000);
  for (const status of [200, 201, 400, 401, 404])
    expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(100);
  expect(await findDrift(app.ctx)).toEqual([]);
}, 1_800_000);
