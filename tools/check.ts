// Runs all checks and tests. `--quick` leaves out the tests.
// `--long` runs only the slow tests, and the widths and themes that `npm test` leaves out.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { needBrowser } from './browser.ts';
import { writeWords } from './words/write.ts';

interface Count {
  passed: number;
  failed: number;
  /** Each failed test with the first lines of its error. The end of the log repeats them. */
  failures?: string[];
  /** The file of each skipped test. */
  skipped?: string[];
}

/** The parts of Vitest's JSON report that this script reads. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The parts of Playwright's JSON report that this script reads. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    ok: boolean;
    file: string;
    title: string;
    tests: { status: string; results: PlaywrightResult[] }[];
  }[];
}

interface PlaywrightResult {
  error?: { message?: string };
  /** Bodies are in base64. */
  attachments: { name: string; body?: string }[];
}

interface Step {
  name: string;
  /** Arguments for this Node. The working folder is the project's root. */
  command: string[];
  env?: Record<string, string>;
  /** Counts the tests in the report. A step without this function counts as one check. */
  count?: (report: string) => Count;
}

const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'roost-check-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const tsc = 'node_modules/typescript/bin/tsc';
const vitest: Step = {
  name: 'unit and server tests',
  command: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf('unit and server tests')}`,
  ],
  count(report) {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
    const failures = testResults.flatMap((file) => {
      const tests = file.assertionResults.filter(({ status }) => status === 'failed');
      const own = tests.map((test) =>
        failure(file.name, test.fullName, test.failureMessages.join('\n')),
      );
      return own.length > 0 || file.status !== 'failed'
        ? own
        : [failure(file.name, '', file.message)];
    });
    const skipped = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'skipped' || status === 'pending')
        .map(() => relative(root, name)),
    );
    return { passed: numPassedTests, failed: numFailedTests, failures, skipped };
  },
};

// The tests list here which raw SQL they run.
const runSql = { RUN_SQL_PLACES: join(reports, 'run-sql') };
const rawSql: Step = {
  name: 'raw SQL that no test runs',
  command: ['tools/sql-not-run.ts'],
  env: runSql,
};

const checks: Step[] = [
  { name: 'types of contract, server, tools and bench', command: [tsc, '-p', 'server'] },
  { name: 'types of the web app', command: [tsc, '-p', 'web'] },
  { name: 'types of the service worker', command: [tsc, '-p', 'web/src/service-worker'] },
  { name: 'types of the browser tests', command: [tsc, '-p', 'e2e'] },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

const build: Step = {
  name: 'build of the web app',
  command: [
    '--input-type=module',
    '-e',
    "await (await import('./tools/build-web.mjs')).buildWeb()",
  ],
};

const budget: Step = { name: 'size of the first screen', command: ['tools/web-budget.ts'] };

/** The browser tests of one project in playwright.config.ts. */
function journeys(name: string, project: string): Step {
  return {
    name,
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--project=${project}`,
      '--reporter=list,json',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
    count(report) {
      const { stats, ...suite } = JSON.parse(report) as PlaywrightSuite & {
        stats: Record<'expected' | 'unexpected' | 'flaky', number>;
      };
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: failedSpecs(suite),
        skipped: skippedSpecs(suite),
      };
    },
  };
}

const pages = journeys('browser tests', 'pages');
// The calls have their own step, so that no other page delays their media.
const calls = journeys('browser tests of calls', 'calls');

// The type checks read the compiled catalogues.
writeWords();

const total: Count = { passed: 0, failed: 0 };
const broken: string[] = [];
const failures: string[] = [];
const skipped: string[] = [];

if (process.argv.includes('--long')) {
  process.env.E2E_LONG = 'on';
  await runStep({ ...vitest, env: { VITEST_LONG: 'on' } });
  if ((await runStep(build)) === 0) {
    await runBrowserStep(pages);
    await runBrowserStep(calls);
  }
} else {
  for (const step of checks) await runStep(step);
  if (!process.argv.includes('--quick')) {
    // A failed test may leave statements out.
    if ((await runStep({ ...vitest, env: runSql })) === 0) await runStep(rawSql);
    // The browser tests need the build. A failed build is already counted.
    if ((await runStep(build)) === 0) {
      await runStep(budget);
      await runBrowserStep(pages);
      await runBrowserStep(calls);
    }
  }
}

if (skipped.length > 0)
  console.log(
    `\nSkipped ${skipped.length} tests of ${[...new Set(skipped)].join(', ')}. Not here: ${missingPackages()}.`,
  );
for (const text of failures) console.log(`\n✘ ${text}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runBrowserStep(step: Step): Promise<void> {
  const path = needBrowser();
  if (path) await runStep({ ...step, env: { ...step.env, CHROME_PATH: path } });
  else {
    console.log(`\n── ${step.name}\nThere is no Chrome or Chromium. CHROME_PATH may name one.`);
    add(step.name, { passed: 0, failed: 1 });
  }
}

/** Names the packages and rights that skipped tests need and this system lacks. */
function missingPackages(): string {
  const packages = {
    turnserver: 'coturn',
    ffmpeg: 'ffmpeg',
    bwrap: 'bubblewrap',
    unshare: 'unshare',
    promtool: 'prometheus',
  };
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync(program, ['--version']).error)
    .map(([, name]) => name);
  if (process.getuid?.() !== 0) missing.push('root');
  return missing.join(', ') || 'a right that the system does not give';
}

/** Runs one step, adds its counts, and returns the number of failures. */
async function runStep(step: Step): Promise<number> {
  console.log(`\n── ${step.name}`);
  const isFine = (await run(step)) === 0;
  const count = step.count
    ? countTests(step, isFine)
    : { passed: Number(isFine), failed: Number(!isFine) };
  add(step.name, count);
  failures.push(...(count.failures ?? []));
  skipped.push(...(count.skipped ?? []));
  return count.failed;
}

function countTests(step: Step, isFine: boolean): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = step.count?.(readFileSync(reportOf(step.name), 'utf8')) ?? count;
  } catch {
    // Without a report, the step failed before the first test. The exit code says so.
  }
  // A file that cannot be loaded, or a leak found at the end, fails the step but no test.
  return isFine || count.failed > 0 ? count : { ...count, failed: 1 };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const failed = tests.flatMap(({ results }) => results).find(({ error }) => error?.message);
        const why = failure(join('e2e', file), title, failed?.error?.message ?? '');
        const pages = failed?.attachments.find(({ name, body }) => name === 'pages' && body);
        return [why, Buffer.from(pages?.body ?? '', 'base64').toString()].join('\n');
      }),
    ...suites.flatMap(failedSpecs),
  ];
}

function skippedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
      .map(({ file }) => join('e2e', file)),
    ...suites.flatMap(skippedSpecs),
  ];
}

function failure(file: string, title: string, why: string): string {
  // Keep only the first line of the stack.
  const said = stripVTControlCharacters(why)
    .split(/\n(?=\s+at )/)
    .slice(0, 2)
    .join('\n');
  const lines = said.split('\n').slice(0, 20);
  return [`${relative(root, resolve(root, file))} › ${title}`, ...lines].join('\n  ');
}

function add(name: string, count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) broken.push(name);
}

function reportOf(name: string): string {
  return join(reports, `${name.replaceAll(' ', '-')}.json`);
}

function run({ command, env }: Step): Promise<number> {
  const { promise, resolve: settle } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const stop = () => {
    child.kill('SIGTERM');
    child.once('exit', () => process.exit(1));
  };
  process.once('SIGTERM', stop);
  child.once('error', () => settle(1));
  child.once('exit', (code) => settle(code ?? 1));
  return promise.finally(() => process.off('SIGTERM', stop));
}
