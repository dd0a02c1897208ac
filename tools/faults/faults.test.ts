import { expect, test } from 'vitest';
import { countNames, isFine, type Outcome } from './outcome.ts';
import { faults } from './faults.ts';

const TIMEOUT_MS = 120_000;

const short = Object.entries(faults).flatMap(([name, { shortSize, run }]) =>
  shortSize === undefined ? [] : [{ name, shortSize, run }],
);

const given = (size: number, isProof = false) => ({
  size,
  seed: 1,
  minutes: 0,
  isProof,
  log: () => {},
});

/** Everything that is wrong, so that a failure shows it. */
const wrongIn = ({ counts, findings }: Outcome) => ({ counts, findings });

test.each(short)(
  'after $name, nothing is lost, duplicated or wrong',
  async ({ shortSize, run }) => {
    const outcome = await run(given(shortSize));
    expect(isFine(outcome), JSON.stringify(wrongIn(outcome))).toBe(true);
    expect(outcome.writes).toBeGreaterThanOrEqual(shortSize);
  },
  TIMEOUT_MS,
);

test(
  'each count notices a corrupted result',
  async () => {
    const outcomes = await Promise.all(
      short.slice(0, 1).map(async ({ run }) => run(given(200, true))),
    );
    expect(outcomes).toHaveLength(1);
    for (const { counts } of outcomes)
      for (const name of countNames) expect(counts[name], name).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
