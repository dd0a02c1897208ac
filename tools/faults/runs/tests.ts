import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import type { Outcome } from '../outcome.ts';

/** Faults that slow tests make already, each inside of the server's process or with its own kind of client. */
export const testedFaults: Record<string, Fault> = {
  'full-disk': tested('a full disk for media', 'server', ['server/src/media/quota/full-disk']),
  'slow-clients': tested('clients that send or read very slowly', 'server', [
    'server/test/system/slow-bodies',
    'server/src/platform/sockets/slow-tabs',
  ]),
  'hanging-services': tested('mail, object store and Redis that hang', 'hangs', [
    'server/test/system/hanging-services',
  ]),
  'hanging-connections': tested('connections to the database that hang', 'hangs', [
    'server/test/system/hanging-database',
  ]),
  'shard-node': {
    ...tested('a worker of a Citus cluster is gone', 'hangs', ['server/test/system/shard-nodes']),
    what: 'a worker of a distributed database is gone: an imitation, as this run needs no Citus',
  },
};

interface Report {
  numPassedTests: number;
  testResults: {
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function tested(what: string, project: 'server' | 'hangs', files: string[]): Fault {
  return {
    what,
    size: files.length,
    unit: 'test files',
    isOfTests: true,
    run: async () => outcomeOf(await runTests(project, files)),
  };
}

async function runTests(project: string, files: string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'roost-faults-report-'));
  const report = join(folder, 'report.json');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, VITEST_LONG: 'on' } },
  );
  await new Promise((resolve) => child.once('exit', resolve));
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function outcomeOf({ numPassedTests, testResults }: Report): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.length === 0;
  });
  const findings = [
    ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ...broken.map(({ message }) => message),
  ];
  if (numPassedTests === 0) findings.push('no test ran');
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  return {
    counts: { lost: 0, duplicated: 0, phantom: 0, drift: 0, orphans: 0 },
    writes: numPassedTests,
    recoverySeconds: null,
    findings,
    remarks: skipped.map(({ fullName }) => `skipped: ${fullName}`),
  };
}
