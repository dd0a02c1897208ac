import { rm } from 'node:fs/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { comparisonSizes, measureBlock } from './against/compare.ts';
import type { Row } from './benchmark.ts';
import { datasetFolder } from './dataset/dataset.ts';
import { openGround } from './http/ground.ts';
import { percentile } from './percentiles.ts';
import { asTable } from './report.ts';
import { kinds, requests } from './requests.ts';

const network = { people: 200, posts: 4_000, followers: 250 };
afterAll(async () => rm(datasetFolder(network), { recursive: true, force: true }));

const effort = { clients: 4, rounds: 1, seconds: 0, least: 4 };

// The benchmarks read /proc.
const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'the requests benchmark measures each kind of request and counts its statements',
  { timeout: 180_000 },
  async () => {
    const { rows, failed } = await requests.run({ ...network, ...effort }, () => {});
    expect(failed).toEqual([]);
    for (const { measure } of Object.values(kinds)) {
      const row = rows.find((each) => each.measure === measure);
      expect(row, measure).toMatchObject({ unit: 'ms', statements: expect.any(Number) });
      expect(row?.statements, measure).toBeGreaterThan(0);
    }
    for (const row of rows) expect(Number.isFinite(row.roost), row.measure).toBe(true);
  },
);

test.runIf(isLinux)(
  'a comparison measures rounds of both servers alternately',
  { timeout: 180_000 },
  async () => {
    const before = await openGround(network, () => {});
    onTestFinished(async () => before.close());
    const now = await openGround(network, () => {});
    onTestFinished(async () => now.close());
    const sizes = { ...comparisonSizes, ...network, ...effort, least: 40 };
    const block = await measureBlock({ before, now }, 'post', kinds['post']!, sizes);
    for (const rounds of [block.before, block.now]) {
      expect(rounds).toHaveLength(2);
      // One request sends two statements. Jobs send some more, and the rounds are short.
      for (const { statements } of rounds) expect(statements).toBeGreaterThanOrEqual(2);
    }
  },
);

test('a report shows the ratios of the last run beside the new ones', () => {
  const row: Row = { measure: 'a thing', unit: 'ms', roost: 3, floor: 1.5, statements: 2 };
  const finding = { what: 'tried', rows: [row], remarks: [] };
  const table = asTable(finding, { at: '2026-01-01', ratios: { 'a thing': 7.25 } });
  expect(table.split('\n')[4]).toMatch(/^a thing, ms +3\.00 +2\.0 +1\.50 +2\.00 +7\.25$/);
});

test('percentiles are exact', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n);
  expect([0.5, 0.99, 0.999, 1].map((share) => percentile(values, share))).toEqual([
    500, 990, 999, 1_000,
  ]);
});
