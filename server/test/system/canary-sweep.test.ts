import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAppForTest, withJobs } from '../support/app.ts';
import { sweep } from '../support/canary-sweep.ts';

/** `npm run sweep` sets these (`tools/sweep.ts`). */
const { SWEEP_COUNT: count = '2500', SWEEP_SEED, SWEEP_REPORT } = process.env;

test(`nothing hidden reaches a viewer in ${count} answers and frames`, async () => {
  const webFolder = `${await mkdtemp(join(tmpdir(), 'roost-sweep-'))}/`;
  onTestFinished(() => rm(webFolder, { recursive: true, force: true }));
  const plain = '<!doctype html><meta nonce="__CSP_NONCE__"><body><div id="root"></div></body>';
  await mkdir(`${webFolder}en`);
  for (const name of ['index.html', 'members.html'])
    await writeFile(`${webFolder}en/${name}`, plain);
  const app = await startAppForTest(withJobs, { webFolder });
  const seed = Number(SWEEP_SEED ?? Date.now() % 1_000_000_000);
  const report = await sweep(app, {
    count: Number(count),
    seed,
    onProgress: (line) => void process.stderr.write(`${line}\n`),
  });
  const { findings, seen, secrets, changes } = report;
  if (SWEEP_REPORT) await writeFile(SWEEP_REPORT, JSON.stringify(report, null, 2));
  expect(findings, `seed ${seed}`).toEqual([]);
  expect(report.count).toBeGreaterThanOrEqual(Number(count));
  expect(changes).toBeGreaterThan(20);
  // A sweep that shows nothing to anybody would also pass.
  expect(seen.length / secrets, seen.join(', ')).toBeGreaterThan(0.6);
  if (SWEEP_SEED)
    process.stderr.write(`${JSON.stringify({ ...report, seen: seen.length }, null, 1)}\n`);
}, 3_600_000);
