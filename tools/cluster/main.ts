// `npm run test:cluster [-- <part> …]`: tests several nodes with the services that they share. Without a name it runs all parts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWeb } from '../build-web.mjs';
import { needBrowser } from '../browser.ts';
import { missingPrograms } from './programs.ts';
import { Stack } from './stack.ts';

interface Count {
  passed: number;
  failed: number;
}

const root = resolve(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'roost-cluster-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const parts: Record<string, () => Promise<Count>> = {
  redis: async () => tests('nodes.cluster', { CLUSTER_REDIS: 'single' }),
  'redis-cluster': async () => tests('nodes.cluster', { CLUSTER_REDIS: 'cluster' }),
  staff: async () => tests('staff.cluster'),
  journeys,
  cost: async () => tests('cost.cluster'),
};

const asked = process.argv.slice(2);
const strange = asked.filter((name) => !Object.hasOwn(parts, name));
const missing = missingPrograms();
if (strange.length > 0) {
  console.error(`There is no ${strange.join()}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
if (missing.length > 0) {
  console.error(`Install ${missing.join(', ')} first (apt-get install, as root).`);
  process.exit(1);
}
await buildWeb();

const total: Count = { passed: 0, failed: 0 };
for (const [name, take] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  const { passed, failed } = await take();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

async function tests(file: string, env: Record<string, string> = {}): Promise<Count> {
  const report = join(reports, 'tests.json');
  rmSync(report, { force: true });
  const isFine = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '-c',
      'tools/cluster/vitest.config.ts',
      file,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
  );
  return countOf(isFine, report, (read) => ({
    passed: Number(read.numPassedTests),
    failed: Number(read.numFailedTests),
  }));
}

/** Runs the journeys through the proxy, which sends each request to either node. */
async function journeys(): Promise<Count> {
  const browser = needBrowser();
  if (!browser) return { passed: 0, failed: 1 };
  const stack = await Stack.start('cluster');
  const report = join(reports, 'journeys.json');
  try {
    const isFine = await run(
      ['node_modules/@playwright/test/cli.js', 'test', '--project=nodes', '--reporter=list,json'],
      {
        E2E_BASE_URL: stack.address,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        CHROME_PATH: browser,
      },
    );
    return countOf(isFine, report, ({ stats }) => {
      const { expected = 0, unexpected = 0, flaky = 0 } = stats as Record<string, number>;
      return { passed: expected, failed: unexpected + flaky };
    });
  } finally {
    await stack.end();
  }
}

function countOf(
  isFine: boolean,
  report: string,
  read: (report: Record<string, unknown>) => Count,
): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(report, 'utf8')) as Record<string, unknown>);
  } catch {
    // Without a report the run broke before the first test. The exit code already shows that.
  }
  return isFine || count.failed > 0 ? count : { ...count, failed: 1 };
}

async function run(command: string[], env: Record<string, string>): Promise<boolean> {
  const { promise, resolve: settle } = Promise.withResolvers<boolean>();
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.once('error', () => settle(false));
  child.once('exit', (code) => settle(code === 0));
  return promise;
}
