// `npm run bench [-- <name>] [--scale] [--keep] [--json] [--<size>=<number> …]`: measures Roost, and bare servers in the same run.
import { readFileSync } from 'node:fs';
import type { Benchmark, Sizes } from './benchmark.ts';
import { growth } from './growth.ts';
import { keepRun, readLastRun } from './last-run.ts';
import { messages } from './messages.ts';
import { assertLinux } from './processes.ts';
import { asJson, asTable } from './report.ts';
import { kinds, requests, requestsOf } from './requests.ts';
import { sockets } from './sockets.ts';
import { web } from './web.ts';

/** What is measured without a name, one after the other. */
const table: Record<string, Benchmark> = { requests, growth, messages, sockets };
const benchmarks: Record<string, Benchmark> = {
  ...table,
  // By itself only: it needs a browser, and the processors for it.
  web,
  ...Object.fromEntries(Object.keys(kinds).map((name) => [name, requestsOf(name)])),
};

const [name, flags] = process.argv[2]?.startsWith('--')
  ? [undefined, process.argv.slice(2)]
  : [process.argv[2], process.argv.slice(3)];
const switches = ['--json', '--keep', '--scale'];
const isOn = (each: string) => flags.includes(each);

try {
  assertLinux();
  const asked = name === undefined ? table : pick(name);
  const sizes = readSizes(asked);
  const tell = (line: string) => console.error(`  ${line}`);
  const results: [string, Sizes, Awaited<ReturnType<Benchmark['run']>>][] = [];
  const failed: string[] = [];
  for (const [each, benchmark] of Object.entries(asked)) {
    tell(`load of this machine: ${readFileSync('/proc/loadavg', 'utf8').split(' ', 3).join(' ')}`);
    const own = sizesOf(benchmark, sizes);
    try {
      const finding = await benchmark.run(own, tell);
      results.push([each, own, finding]);
      failed.push(...(finding.failed ?? []));
    } catch (error) {
      // What the others found is no worse for it.
      failed.push(`${each}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const last = readLastRun();
  for (const [each, own, finding] of results)
    console.log(isOn('--json') ? asJson(each, own, finding) : asTable(finding, last));
  if (failed.length > 0) throw new Error(`Not measured:\n${failed.join('\n')}`);
  if (isOn('--keep')) keepRun(results.flatMap(([, , { rows }]) => rows));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function pick(asked: string): Record<string, Benchmark> {
  const found = Object.hasOwn(benchmarks, asked) ? benchmarks[asked] : undefined;
  if (!found) throw new Error(`Which one? ${Object.keys(benchmarks).join(', ')}`);
  return { [asked]: found };
}

/** Numbers given, each of which one of these benchmarks must know. */
function readSizes(asked: Record<string, Benchmark>): Sizes {
  const known = Object.assign({}, ...Object.values(asked).map(({ sizes }) => sizes)) as Sizes;
  const given: Sizes = {};
  for (const flag of flags.filter((each) => !switches.includes(each))) {
    const [, size = '', value = ''] = /^--([a-z-]+)=(\d+)$/.exec(flag) ?? [];
    if (!Object.hasOwn(known, size))
      throw new Error(
        `${flag} is not understood; there are ${switches.join(' ')} and ${Object.entries(known)
          .map(([each, number]) => `--${each}=${number}`)
          .join(' ')}`,
      );
    given[size] = Number(value);
  }
  return given;
}

/** Its own where none is given; with `--scale` ten times the people and posts. */
function sizesOf({ sizes }: Benchmark, given: Sizes): Sizes {
  const scaled = isOn('--scale') ? ['people', 'posts', 'followers'] : [];
  return Object.fromEntries(
    Object.entries(sizes).map(([size, usual]) => [
      size,
      given[size] ?? (scaled.includes(size) ? usual * 10 : usual),
    ]),
  );
}
