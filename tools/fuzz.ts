// `npm run fuzz`: first the cost of every exported parser, then random inputs for every endpoint and event. Prints a report.
// `-- --inputs 1000000 --seed 1` are the number of inputs and the seed. The same seed sends the same inputs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'roost-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const report = join(folder, 'report');

function run(file: string): boolean {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', file];
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      VITEST_LONG: 'on',
      FUZZ_INPUTS: values.inputs,
      FUZZ_SEED: values.seed,
      FUZZ_REPORT: report,
    },
  });
  return status === 0;
}

console.log(`seed ${values.seed}`);
const isLinear = run('tools/linear-cost.long.test.ts');
const isFuzzed = run('server/test/system/fuzz.long.test.ts');
try {
  console.log(readFileSync(report, 'utf8'));
} catch {
  console.log('There is no report, because the run did not end.');
}
process.exit(isLinear && isFuzzed ? 0 : 1);
