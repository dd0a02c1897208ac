// `npm run faults [-- <name> …] [--list] [--seed=<number>] [--size=<number>] [--minutes=<number>] [--prove]`: breaks a Roost under
// load in many ways, and counts what is then lost, duplicated or wrong.
import { parseArgs } from 'node:util';
import { writeWords } from '../words/write.ts';
import { isFine, countNames, type Outcome } from './outcome.ts';
import type { Fault } from './fault.ts';

writeWords();
const { faults } = await import('./faults.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    prove: { type: 'boolean' },
    seed: { type: 'string' },
    size: { type: 'string' },
    minutes: { type: 'string', default: '60' },
  },
});

interface Line {
  name: string;
  size: string;
  seed: string;
  result: string;
  recovery: string;
}

const strange = positionals.filter((name) => !Object.hasOwn(faults, name));
if (strange.length > 0) {
  console.error(`There is no ${strange.join()}; there are ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}
if (values.list) {
  for (const [name, { what, size, unit }] of Object.entries(faults))
    console.log(`${name.padEnd(18)} ${what} (${size} ${unit})`);
  process.exit(0);
}

// The services that a run started end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const seed = Number(values.seed ?? Date.now() % 100_000);
const lines: Line[] = [];
let failed = 0;
for (const [name, fault] of Object.entries(faults))
  if (positionals.length === 0 || positionals.includes(name)) await take(name, fault);
console.log(table(lines));
process.exit(failed > 0 ? 1 : 0);

async function take(name: string, fault: Fault): Promise<void> {
  const { unit, what, cannotRun, run } = fault;
  const size = values.size === undefined ? fault.size : Number(values.size);
  const line = { name, size: `${size} ${unit}`, seed: String(seed), recovery: '–' };
  const isUnproven = values.prove === true && fault.isOfTests === true;
  const reason = isUnproven ? 'its tests count for themselves' : (cannotRun?.() ?? null);
  if (reason !== null) {
    lines.push({ ...line, result: `skipped: ${reason}` });
    return;
  }
  console.error(`\n── ${name}: ${what}`);
  const began = performance.now();
  const log = (text: string) => console.error(`  ${text}`);
  const given = {
    size,
    seed,
    minutes: Number(values.minutes),
    isProof: values.prove === true,
    log,
  };
  try {
    const outcome = await run(given);
    for (const each of [...outcome.remarks, ...outcome.findings]) log(each);
    log(`took ${Math.round((performance.now() - began) / 1_000)} s`);
    const isRight = given.isProof ? isProven(outcome) : isFine(outcome);
    if (!isRight) failed += 1;
    const result = `${isRight ? 'ok' : 'FAILED'}${given.isProof ? ' (proof)' : ''}: ${resultOf(outcome)}`;
    const recovery = outcome.recoverySeconds?.toFixed(1) ?? '–';
    lines.push({ ...line, result, recovery });
  } catch (error) {
    failed += 1;
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    lines.push({ ...line, result: 'FAILED: it broke off' });
  }
}

/** A proof is right if every count noticed what was broken on purpose. */
function isProven({ counts }: Outcome): boolean {
  return countNames.every((name) => counts[name] > 0);
}

function resultOf({ counts, writes, findings }: Outcome): string {
  const numbers = countNames.map((name) => `${counts[name]} ${name}`).join(', ');
  return `${writes} done, ${numbers}${findings.length > 0 ? `, ${findings.length} findings` : ''}`;
}

function table(all: Line[]): string {
  const head: Line = {
    name: 'run',
    size: 'size',
    seed: 'seed',
    result: 'result',
    recovery: 's to recover',
  };
  const columns = ['name', 'size', 'seed', 'recovery', 'result'] as const;
  const width = (column: keyof Line) =>
    Math.max(...[head, ...all].map((each) => each[column].length));
  const rows = [head, ...all].map((each) =>
    columns
      .map((column) => each[column].padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
  return ['', ...rows].join('\n');
}
