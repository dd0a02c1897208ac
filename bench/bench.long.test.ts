import { rm } from 'node:fs/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { comparisonSizes, measureBlock } from './against/compare.ts';
import type { Benchmark, Sizes } from './benchmark.ts';
import { datasetFolder } from './dataset/dataset.ts';
import { growth, tenthOf } from './growth.ts';
import { openGround } from './http/ground.ts';
import { messages } from './messages.ts';
import { overload } from './overload.ts';
import { ratioOf } from './benchmark.ts';
import { asJson, asTable } from './report.ts';
import { kinds, requests } from './requests.ts';
import { sockets } from './sockets.ts';

const network = { people: 200, posts: 4_000, followers: 250 };
afterAll(async () => {
  for (const each of [network, tenthOf(network)])
    await rm(datasetFolder(each), { recursive: true, force: true });
});

const effort = { clients: 4, rounds: 1, seconds: 0, least: 4 };

const benchmarks: [string, Benchmark, Sizes][] = [
  ['messages', messages, { pairs: 2, rate: 20, seconds: 1, warmup: 0 }],
  ['sockets', sockets, { sockets: 20, pause: 0 }],
];

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
      // One request sends one statement. Jobs send some more, and the rounds are short.
      for (const { statements } of rounds) expect(statements).toBeGreaterThanOrEqual(1);
    }
  },
);

test.runIf(isLinux).each(benchmarks)(
  'the %s benchmark measures Roost and the floor server',
  { timeout: 180_000 },
  async (name, benchmark, sizes) => {
    const lines: string[] = [];
    const finding = await benchmark.run(sizes, (line) => lines.push(line));
    expect(lines.some((line) => line.startsWith('floor'))).toBe(true);
    const [first] = finding.rows;
    expect(first).toMatchObject({ roost: expect.any(Number), floor: expect.any(Number) });
    for (const row of finding.rows) expect(Number.isFinite(row.roost)).toBe(true);
    expect(first!.roost).toBeGreaterThan(0);
    expect(asTable(finding)).toContain(first!.measure);
    expect(JSON.parse(asJson(name, sizes, finding))).toMatchObject({ benchmark: name, sizes });
  },
);

test.runIf(isLinux)(
  'the overload benchmark measures answers and refusals',
  { timeout: 180_000 },
  async () => {
    const sizes = { people: 20, clients: 16, seconds: 2, times: 4 };
    const { rows, remarks } = await overload.run(sizes, () => {});
    expect(rows[0]).toMatchObject({ unit: '×', roost: expect.any(Number) });
    expect(remarks.join()).toMatch(/\d+ requests: \d+ in time, [1-9]\d* refused, 0 without/);
  },
);

test.runIf(isLinux)(
  'the growth benchmark measures small and large networks',
  { timeout: 180_000 },
  async () => {
    const { rows } = await growth.run({ ...network, ...effort, posted: 4 }, () => {});
    expect(rows).toHaveLength(3);
    // The run is too short for exact values, so the test checks only that they exist.
    expect(rows.map(ratioOf).every((ratio) => ratio !== undefined && !(ratio < 0))).toBe(true);
  },
);
