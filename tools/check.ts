// Everything that must pass. `--quick`: without the tests; `--long`: the long tests alone.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { needBrowser } from './browser.ts';
import { needRelay } from './relay.ts';

interface Count {
  passed: number;
  failed: number;
  /** What failed, with the first lines of why: said again at the end, where a cut log still has it. */
  failures?: string[];
}

/** The part of vitest's JSON report that is read. */
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

/** The part of Playwright's JSON report that is read. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    ok: boolean;
    file: string;
    title: string;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

interface Step {
  name: string;
  /** Run on this Node, from the project's root. */
  command: string[];
  env?: Record<string, string>;
  /** Reads how many tests ran from the report; a step without is one check. */
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
    return { passed: numPassedTests, failed: numFailedTests, failures };
  },
};

const checks: Step[] = [
  { name: 'types of contract, server, tools and bench', command: [tsc, '-p', 'server'] },
  { name: 'types of the web app', command: [tsc, '-p', 'web'] },
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

/** Journeys in a browser, of one project of playwright.config.ts. */
function journeys(name: string, project: string, ...only: string[]): Step {
  return {
    name,
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--project=${project}`,
      '--reporter=list,json',
      ...only,
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
      };
    },
  };
}

const pages = journeys('browser tests', 'pages');
// After the others, by themselves: two browsers that see each other need all of a small machine.
const calls = journeys('browser tests of calls', 'calls');
const longCalls: Step = {
  ...journeys('long browser tests of calls', 'calls', '.long.spec.ts'),
};
longCalls.env = { ...longCalls.env, E2E_LONG: 'on' };

const total: Count = { passed: 0, failed: 0 };
const broken: string[] = [];
const failures: string[] = [];

if (process.argv.includes('--long')) {
  await take({ ...vitest, env: { VITEST_LONG: 'on' } });
  if ((await take(build)) === 0) await takeBrowser(longCalls);
} else {
  for (const step of checks) await take(step);
  if (!process.argv.includes('--quick')) {
    if (!needRelay()) console.log('\nNo coturn here: what needs a relay is left out.');
    await take(vitest);
    // A page that wasn't built can't be driven; the build has been counted as failed.
    if ((await take(build)) === 0) {
      await take(budget);
      await takeBrowser(pages);
      await takeBrowser(calls);
    }
  }
}

for (const told of failures) console.log(`\n✘ ${told}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function takeBrowser(step: Step): Promise<void> {
  const path = needBrowser();
  if (path) await take({ ...step, env: { ...step.env, CHROME_PATH: path } });
  else add(step.name, { passed: 0, failed: 1 });
}

/** Runs one step, counts it, and gives how much of it failed. */
async function take(step: Step): Promise<number> {
  console.log(`\n── ${step.name}`);
  const isFine = (await run(step)) === 0;
  const count = step.count
    ? countTests(step, isFine)
    : { passed: Number(isFine), failed: Number(!isFine) };
  add(step.name, count);
  failures.push(...(count.failures ?? []));
  return count.failed;
}

function countTests(step: Step, isFine: boolean): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = step.count?.(readFileSync(reportOf(step.name), 'utf8')) ?? count;
  } catch {
    // No report: it broke before any test, which the exit code has said.
  }
  // A file that can't be loaded, or a leak found at the end, fails no test by itself.
  return isFine || count.failed > 0 ? count : { ...count, failed: 1 };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
        return failure(
          join('e2e', file),
          title,
          errors.find((message) => message !== undefined) ?? '',
        );
      }),
    ...suites.flatMap(failedSpecs),
  ];
}

function failure(file: string, title: string, why: string): string {
  // Of the stack its first line says enough.
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
