import { rm } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Benchmark, Sizes } from './benchmark.ts';
import { datasetFolder } from './dataset/dataset.ts';
import { growth, tenthOf } from './growth.ts';
import { messages } from './messages.ts';
import { ratioOf } from './benchmark.ts';
import { asJson, asTable } from './report.ts';
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
  'the growth benchmark measures small and large networks',
  { timeout: 180_000 },
  async () => {
    const { rows } = await growth.run({ ...network, ...effort, posted: 4 }, () => {});
    expect(rows).toHaveLength(3);
    // The run is too short for exact values, so the test checks only that they exist.
    expect(rows.map(ratioOf).every((ratio) => ratio !== undefined && !(ratio < 0))).toBe(true);
  },
);
