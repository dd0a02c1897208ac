import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../support/app.ts';
import { linesOf } from '../support/fuzz-report.ts';
import { UNREACHABLE } from '../support/fuzz-targets.ts';
import { Fuzz } from '../support/fuzz.ts';
import { findDrift } from '../support/recount.ts';

/** A run of so many inputs must reach every target. */
const WHOLE_RUN = 100_000;

/** `npm run fuzz` sets these (`tools/fuzz.ts`). */
const { FUZZ_INPUTS: inputs = '100000', FUZZ_SEED, FUZZ_REPORT: file } = process.env;

test(`${inputs} generated inputs get no 5xx, follow the contract and are fast`, async () => {
  const log = (line: string) => void process.stderr.write(line);
  // The log shows the server's side of a failure.
  const app = await startAppForTest({ ...withJobs, LOG_LEVEL: 'error' }, { logTo: { write: log } });
  const seed = Number(FUZZ_SEED ?? Date.now() % 1_000_000_000);
  const fuzz = await Fuzz.start(app, seed);
  const report = await fuzz.run(Number(inputs), ({ inputs: sent, seconds, findings }) =>
    log(`seed ${seed}: ${sent} inputs in ${seconds} s, ${findings.length} findings\n`),
  );
  const drift = await findDrift(app.ctx);
  if (file) await writeFile(file, linesOf(report, drift));
  expect(report.findings, `seed ${seed}`).toEqual([]);
  expect(drift).toEqual([]);
  expect(report.inputs).toBe(Number(inputs));
  const isReached = (name: string) => !report.unreached.includes(name);
  expect(Object.keys(UNREACHABLE).filter(isReached)).toEqual([]);
  // A shorter run does not come to the rarest targets.
  if (Number(inputs) >= WHOLE_RUN)
    expect(report.unreached.filter((name) => !(name in UNREACHABLE))).toEqual([]);
}, 7_200_000);
