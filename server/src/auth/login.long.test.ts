import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { join } from '../../test/support/cast.ts';

const app = await startAppForFile();
await join(app, 'known');

const SAMPLES = 450;

async function timeOf(path: string, body: Record<string, string>): Promise<number> {
  const started = performance.now();
  const response = await app.client().fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
  await response.text();
  return performance.now() - started;
}

/**
 * Computes how likely both lists come from one distribution: the two-sided p of a Mann-Whitney test, by its normal
 * approximation.
 */
function likenessOf(one: number[], other: number[]): number {
  const ranked = [
    ...one.map((time) => ({ time, isFirst: true })),
    ...other.map((time) => ({ time, isFirst: false })),
  ].toSorted((a, b) => a.time - b.time);
  const rankSum = ranked.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const z = Math.abs(rankSum - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * z);
  const tail = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return (
    2 *
    tail *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  );
}

test('the Mann-Whitney test detects a difference', () => {
  const times = Array.from({ length: SAMPLES }, (_, n) => 50 + Math.sin(n * 7) * 5);
  expect(
    likenessOf(
      times,
      times.map((time) => time + 0.001),
    ),
  ).toBeGreaterThan(0.5);
  expect(
    likenessOf(
      times,
      times.map((time) => time + 3),
    ),
  ).toBeLessThan(0.001);
});

test.each([
  [
    '/api/auth/login',
    { email: 'known', password: 'not the one' },
    { email: 'unknown', password: 'not the one' },
  ],
  [
    '/api/auth/login',
    { email: 'known@example.org', password: 'not the one' },
    { email: 'other@example.org', password: 'not the one' },
  ],
  ['/api/auth/forgetPassword', { email: 'known@example.org' }, { email: 'other@example.org' }],
])('%s takes the same time for known and unknown accounts', async (path, known, unknown) => {
  for (let n = 0; n < 10; n += 1) await Promise.all([timeOf(path, known), timeOf(path, unknown)]);
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let n = 0; n < SAMPLES; n += 1) {
    // Both kinds alternate, and each is first equally often. So other load on the machine affects both alike.
    const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) times[who].push(await timeOf(path, who === 'known' ? known : unknown));
  }
  const likeness = likenessOf(times.known, times.unknown);
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[SAMPLES / 2]?.toFixed(2);
  console.log(`${path}: ${median(times.known)} and ${median(times.unknown)} ms, p = ${likeness}`);
  expect(likeness).toBeGreaterThan(0.001);
});
