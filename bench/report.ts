import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Finding, Row, Sizes } from './benchmark.ts';

/** Everything of a run, for machines. */
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

/** The same for people. */
export function asTable({ what, rows, remarks }: Finding): string {
  const cells = [
    ['', 'Roost', 'floor', 'ratio', 'aim'],
    ...rows.map((row) => [
      `${row.measure}, ${row.unit}`,
      shown(row.roost),
      shown(row.floor),
      shown(ratioOf(row)),
      row.aim ?? '',
    ]),
  ];
  const widths = cells[0]!.map((_, n) => Math.max(...cells.map((line) => line[n]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, n) => (n === 0 || n === 4 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
      .join('  ')
      .trimEnd(),
  );
  return ['', what, '', ...lines, '', ...remarks].join('\n');
}

function ratioOf({ roost, floor }: Row): number | undefined {
  return floor ? roost / floor : undefined;
}

function shown(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
