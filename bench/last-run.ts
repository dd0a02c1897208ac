import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './benchmark.ts';
import { ratioOf } from './report.ts';

/** Ratios of the last run that was kept, by what was measured: all of a run that means something elsewhere. */
export interface LastRun {
  at: string;
  ratios: Record<string, number>;
}

const file = new URL('last-run.json', import.meta.url);

export function readLastRun(): LastRun | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LastRun) : null;
}

/** Keeps these, and of what was not measured this time what was kept before. */
export function keepRun(rows: Row[]): void {
  const ratios = { ...readLastRun()?.ratios };
  for (const row of rows) {
    const ratio = ratioOf(row);
    if (ratio !== undefined && !row.byClock) ratios[row.measure] = Number(ratio.toPrecision(3));
  }
  const run: LastRun = { at: new Date().toISOString().slice(0, 10), ratios };
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}
