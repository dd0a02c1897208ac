import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ratioOf, type Row } from './benchmark.ts';

/** Ratios of the last kept run, by measurement. Only ratios mean something on another machine. */
export interface LastRun {
  at: string;
  ratios: Record<string, number>;
}

const file = new URL('last-run.json', import.meta.url);

export function readLastRun(): LastRun | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LastRun) : null;
}

/** Writes these ratios to `last-run.json`. Measurements that are absent from `rows` keep their old ratio. */
export function keepRun(rows: Row[]): void {
  const ratios = { ...readLastRun()?.ratios };
  for (const row of rows) {
    const ratio = ratioOf(row);
    if (ratio !== undefined && !row.byClock) ratios[row.measure] = Number(ratio.toPrecision(3));
  }
  const run: LastRun = { at: new Date().toISOString().slice(0, 10), ratios };
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}
