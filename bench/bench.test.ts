import { rm } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Benchmark, Row, Sizes } from './benchmark.ts';
import { keptIn } from './dataset/dataset.ts';
import { growth, tenthOf } from './growth.ts';
import { messages } from './messages.ts';
import { percentile } from './percentiles.ts';
import { asJson, asTable, ratioOf } from './report.ts';
import { kinds, requests } from './requests.ts';
import { sockets } from './sockets.ts';

const network = { people: 200, posts: 4_000, followers: 250 };
afterAll(async () => {
  for (const each of [network, tenthOf(network)])
    await rm(keptIn(each), { recursive: true, force: true });
});

const effort = { clients: 4, rounds: 1, seconds: 0, least: 4 };

const tried: [string, Benchmark, Sizes][] = [
  ['messages', messages, { pairs: 2, rate: 20, seconds: 1, warmup: 0 }],
  ['sockets', sockets, { sockets: 20, settle: 0 }],
];

// What they measure with is there on Linux only.
const isLinux = process.platform === 'linux';

test.runIf(isLinux).each(tried)(
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

test.runIf(isLinux)(
  'a moment of each kind of request, with what follows from it',
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

test.runIf(isLinux)('a moment of growth', { timeout: 180_000 }, async () => {
  const told: string[] = [];
  const { rows } = await growth.run({ ...network, ...effort, posted: 4 }, (line) =>
    told.push(line),
  );
  expect(rows).toHaveLength(3);
  // Nothing is measured exactly in so short a time, but it is measured.
  expect(rows.map(ratioOf).every((ratio) => ratio !== undefined && !(ratio < 0))).toBe(true);
});

test('a report sets ratios beside those of the last run', () => {
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
