import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../support/app.ts';
import { Fuzz } from '../support/fuzz.ts';
import { findDrift } from '../support/recount.ts';

test('3,200 generated inputs get no 5xx, follow the contract and are fast', async () => {
  const app = await startAppForTest(withJobs);
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
  const fuzz = await Fuzz.start(app, seed);
  const { findings, counts } = await fuzz.run(Number(process.env.FUZZ_INPUTS ?? 3_200));
  expect(findings, `seed ${seed}`).toEqual([]);
  // The inputs reached successes and refusals. A few kinds are rare, so a random run has few of them.
  const seen = (outcome: string) =>
    Object.values(counts)
      .flatMap((each) => Object.entries(each))
      .reduce((sum, [name, count]) => sum + (name.split(' ')[0] === outcome ? count : 0), 0);
  for (const outcome of ['200', '201', '400', '401', '404', 'ok', 'bad_input'])
    expect(seen(outcome), outcome).toBeGreaterThan(0);
  expect(await findDrift(app.ctx)).toEqual([]);
}, 180_000);
