// `npm run test:shard [-- <file> …]`: runs the server tests on a Citus that the operator has. TEST_DATABASE_URL names its servers.
// `npm run test:shard -- nodes`: kills a worker under load and starts it again, and moves shards under load.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { StartError } from '../../server/src/config/start-error.ts';
import { leftOut, leftOutFiles } from './left-out.ts';
import { checkServers, dropDatabases } from './test-nodes.ts';

/** The parts of Vitest's JSON report that this script reads. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { title: string; fullName: string; status: string }[];
  }[];
}

const root = resolve(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'roost-shard-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const servers = (process.env.TEST_DATABASE_URL ?? '').split(/\s+/).filter(Boolean);
const name = `${randomBytes(4).toString('hex')}_`;
try {
  await checkServers(servers);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
const path = join(reports, 'tests.json');
const files = process.argv.slice(2);
const projects =
  files[0] === 'nodes' ? ['--project=nodes'] : ['--project=server', '--project=clock', ...files];
const code = await run(path, projects);
// An interrupted run leaves its databases.
await dropDatabases(servers, `roost_test_${name}`);
process.exitCode = tell(path, files.length === 0) && code === 0 ? 0 : 1;

function run(report: string, only: string[]): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '-c',
      'tools/shard/vitest.config.ts',
      ...only,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_RUN: name } },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  const { promise, resolve: settle } = Promise.withResolvers<number>();
  child.once('error', () => settle(1));
  child.once('exit', (status) => settle(status ?? 1));
  return promise;
}

/** Names what was left out, and counts. Returns whether the list of left-out tests matches the tests, and all passed. */
function tell(report: string, isComplete: boolean): boolean {
  let read: Report;
  try {
    read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    // Without a report the run broke before the first test, and Vitest has said why.
    return false;
  }
  const tests = read.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  const listed = leftOut.flatMap(({ file, tests: titles = [] }) =>
    titles.map((title) => ({ file, title })),
  );
  const unknown = listed.filter(
    ({ file, title }) => !skipped.some((test) => test.file === file && test.title === title),
  );
  for (const { file, tests: titles, reason } of leftOut)
    console.log(`Left out: ${file}${titles ? ` › ${titles.join(' › ')}` : ''}\n  ${reason}`);
  const others = skipped.filter(
    (test) => !listed.some(({ file, title }) => test.file === file && test.title === title),
  ).length;
  if (others > 0) console.log(`Skipped ${others} others, which this machine cannot run.`);
  if (isComplete)
    for (const { file, title } of unknown)
      console.error(`tools/shard/left-out.ts names a test that does not exist: ${file} › ${title}`);
  const broken = read.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = read.numFailedTests + broken;
  console.log(
    `\n${read.numPassedTests} passed, ${failed} failed, ${listed.length} tests and ${leftOutFiles.length} files left out`,
  );
  return failed === 0 && read.numPassedTests > 0 && (!isComplete || unknown.length === 0);
}
