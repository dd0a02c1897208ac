// `npm run bench -- <name> [--json] [--<size>=<number> …]`: measures Roost, and a bare server in the same run.
import { readFileSync } from 'node:fs';
import type { Benchmark, Sizes } from './benchmark.ts';
import { messages } from './messages.ts';
import { assertLinux } from './processes.ts';
import { asJson, asTable } from './report.ts';
import { sockets } from './sockets.ts';

const benchmarks: Record<string, Benchmark> = { messages, sockets };

const [name = '', ...flags] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
const isJson = flags.includes('--json');

try {
  if (!benchmark) throw new Error(`Which one? ${Object.keys(benchmarks).join(', ')}`);
  assertLinux();
  const sizes = readSizes(benchmark.sizes);
  const tell = (line: string) => console.error(`  ${line}`);
  tell(`load of this machine: ${readFileSync('/proc/loadavg', 'utf8').split(' ', 3).join(' ')}`);
  const finding = await benchmark.run(sizes, tell);
  console.log(isJson ? asJson(name, sizes, finding) : asTable(finding));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readSizes(known: Sizes): Sizes {
  const sizes = { ...known };
  for (const flag of flags.filter((each) => each !== '--json')) {
    const [, size = '', value = ''] = /^--([a-z-]+)=(\d+)$/.exec(flag) ?? [];
    if (!Object.hasOwn(known, size))
      throw new Error(
        `${flag} is not understood; there are --json and ${Object.entries(known)
          .map(([each, number]) => `--${each}=${number}`)
          .join(' ')}`,
      );
    sizes[size] = Number(value);
  }
  return sizes;
}
