// `npm run sweep`: reads everything as every kind of viewer while relations change, and looks for what should be hidden. Prints a report.
// `-- --count 100000 --seed 1` are the number of answers and frames and the seed. The same seed makes the same choices.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'roost-sweep-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const report = join(folder, 'report.json');

console.log(`seed ${values.seed}`);
const file = 'server/test/system/canary-sweep.test.ts';
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=server', file],
  {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      SWEEP_COUNT: values.count,
      SWEEP_SEED: values.seed,
      SWEEP_REPORT: report,
    },
  },
);
if (existsSync(report)) console.log(readFileSync(report, 'utf8'));
process.exit(status ?? 1);
