// `npm run bench [-- <name>] [--scale] [--keep] [--json] [--<size>=<number> …]`: measures Roost, and bare servers in the same run.
// `npm run bench -- --against <commit> [<kind> … | messages] [--scale] [--json] [--<size>=<number> …]`: compares Roost with itself as of a commit.
import { readFileSync } from 'node:fs';
import { measureAgainst, reportTable } from './against/against.ts';
import { comparisonSizes } from './against/compare.ts';
import { measureMessagesAgainst, messageComparisonSizes } from './against/messages-against.ts';
import { sizeOf, type Benchmark, type Sizes } from './benchmark.ts';
import { parseCommandLine } from './command-line.ts';
import { growth } from './growth.ts';
import { keepRun, readLastRun } from './last-run.ts';
import { messages } from './messages.ts';
import { overload } from './overload.ts';
import { assertLinux } from './processes.ts';
import { asJson, asTable } from './report.ts';
import { kinds, requests, requestsOf } from './requests.ts';
import { sockets } from './sockets.ts';
import { web } from './web.ts';

/** The benchmarks that run when the command line names none, in this order. */
const table: Record<string, Benchmark> = { requests, growth, messages, sockets };
const benchmarks: Record<string, Benchmark> = {
  ...table,
  // These run only by name: the first needs a browser, and both need two processors.
  web,
  overload,
  ...Object.fromEntries(Object.keys(kinds).map((name) => [name, requestsOf(name)])),
};

/** Each start of the servers makes two pairs, so 5 starts make 10 pairs. */
const MIN_BLOCKS = 5;
const { names, against, isOn, check, sizesOf } = parseCommandLine(process.argv.slice(2));
const log = (line: string) => console.error(`  ${line}`);

try {
  assertLinux();
  if (against === true) throw new Error('Against which commit?');
  await (typeof against === 'string' ? compare(against) : measure());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function compare(commit: string): Promise<void> {
  const isOfMessages = names[0] === 'messages' && names.length === 1;
  const defaults = isOfMessages ? messageComparisonSizes : comparisonSizes;
  check(defaults);
  const sizes = sizesOf(defaults);
  if (sizeOf(sizes, 'blocks') < MIN_BLOCKS) throw new Error(`--blocks is ${MIN_BLOCKS} or more.`);
  for (const name of isOfMessages ? [] : names)
    if (!Object.hasOwn(kinds, name))
      throw new Error(`Which kinds? messages alone, or ${Object.keys(kinds).join(', ')}`);
  const asked = names.length > 0 ? names : Object.keys(kinds);
  const report = isOfMessages
    ? await measureMessagesAgainst(commit, sizes, log)
    : await measureAgainst(commit, asked, sizes, log);
  console.log(isOn('json') ? JSON.stringify(report, null, 2) : reportTable(report));
  failFor(report.failed);
}

async function measure(): Promise<void> {
  const [name, ...rest] = names;
  if (rest.length > 0) throw new Error('One name at a time, or none for all.');
  const asked = name === undefined ? table : pick(name);
  check(Object.assign({}, ...Object.values(asked).map(({ sizes }) => sizes)));
  const results: [string, Sizes, Awaited<ReturnType<Benchmark['run']>>][] = [];
  const failed: string[] = [];
  for (const [each, benchmark] of Object.entries(asked)) {
    log(`load of this machine: ${readFileSync('/proc/loadavg', 'utf8').split(' ', 3).join(' ')}`);
    const own = sizesOf(benchmark.sizes);
    try {
      const finding = await benchmark.run(own, log);
      results.push([each, own, finding]);
      failed.push(...(finding.failed ?? []));
    } catch (error) {
      // A failed benchmark does not invalidate the others.
      failed.push(`${each}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const last = readLastRun();
  for (const [each, own, finding] of results)
    console.log(isOn('json') ? asJson(each, own, finding) : asTable(finding, last));
  failFor(failed);
  if (isOn('keep')) keepRun(results.flatMap(([, , { rows }]) => rows));
}

function failFor(failed: string[]): void {
  if (failed.length > 0) throw new Error(`Not measured:\n${failed.join('\n')}`);
}

function pick(asked: string): Record<string, Benchmark> {
  const found = Object.hasOwn(benchmarks, asked) ? benchmarks[asked] : undefined;
  if (!found) throw new Error(`Which one? ${Object.keys(benchmarks).join(', ')}`);
  return { [asked]: found };
}
