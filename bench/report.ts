import { availableParallelism, cpus, loadavg } from 'node:os';
import { ratioOf, type Finding, type Sizes } from './benchmark.ts';
import type { LastRun } from './last-run.ts';

/** A whole run as JSON, with the machine's description. */
export function asJson(name: string, sizes: Sizes, finding: Finding): string {
  const machine = {
    node: process.version,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    load: loadavg().map((each) => Math.round(each * 100) / 100),
  };
  const rows = finding.rows.map((row) => ({ ...row, ratio: ratioOf(row) }));
  return JSON.stringify(
    { benchmark: name, at: new Date().toISOString(), machine, sizes, ...finding, rows },
    null,
    2,
  );
}

/** A whole run as a table, beside the ratios of the last kept run. */
export function asTable({ what, rows, remarks }: Finding, last: LastRun | null = null): string {
  const head = ['', 'aim', 'Roost', 'server', 'database', 'statements', 'floor', 'ratio', 'last'];
  const cells = [
    head,
    ...rows.map((row) => [
      `${row.measure}, ${row.unit}`,
      row.aim ?? '',
      shown(row.roost),
      shown(row.server),
      shown(row.database),
      row.statements === undefined ? '–' : row.statements.toFixed(1),
      shown(row.floor),
      shown(ratioOf(row)),
      shown(last?.ratios[row.measure]),
    ]),
  ];
  // Leaves out columns that have no value in any row.
  const used = head.map((_, n) => n < 3 || cells.slice(1).some((line) => line[n] !== '–'));
  const widths = head.map((_, n) => Math.max(...cells.map((line) => line[n]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, n) => (n < 2 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
      .filter((_, n) => used[n])
      .join('  ')
      .trimEnd(),
  );
  return ['', what, '', ...lines, '', ...remarks].join('\n');
}

function shown(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
