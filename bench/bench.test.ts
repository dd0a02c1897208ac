import { expect, test } from 'vitest';
import type { Benchmark, Sizes } from './benchmark.ts';
import { messages } from './messages.ts';
import { percentile } from './percentiles.ts';
import { asJson, asTable } from './report.ts';
import { sockets } from './sockets.ts';

const tried: [string, Benchmark, Sizes][] = [
  ['messages', messages, { pairs: 2, rate: 20, seconds: 1, warmup: 0 }],
  ['sockets', sockets, { sockets: 20, settle: 0 }],
];

// What they measure with is there on Linux only.
test.runIf(process.platform === 'linux').each(tried)(
  'a moment of %s measures something, beside the floor',
  { timeout: 180_000 },
  async (name, benchmark, sizes) => {
    const told: string[] = [];
    const finding = await benchmark.run(sizes, (line) => told.push(line));
    expect(told.some((line) => line.startsWith('floor'))).toBe(true);
    const [first] = finding.rows;
    expect(first).toMatchObject({ roost: expect.any(Number), floor: expect.any(Number) });
    for (const row of finding.rows) expect(Number.isFinite(row.roost)).toBe(true);
    expect(first!.roost).toBeGreaterThan(0);
    expect(asTable(finding)).toContain(first!.measure);
    expect(JSON.parse(asJson(name, sizes, finding))).toMatchObject({ benchmark: name, sizes });
  },
);

test('percentiles are exact', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n);
  expect([0.5, 0.99, 0.999, 1].map((share) => percentile(values, share))).toEqual([
    500, 990, 999, 1_000,
  ]);
});
