export interface FuzzReport {
  seed: number;
  inputs: number;
  seconds: number;
  /** The number of inputs per target and outcome. */
  counts: Record<string, Record<string, number>>;
  /** The broken rules, each with its input. */
  findings: string[];
  slowest: { name: string; ms: number }[];
  /** The targets that never answered with a success. */
  unreached: string[];
}

export const emptyReport = (seed: number): FuzzReport => ({
  seed,
  inputs: 0,
  seconds: 0,
  counts: {},
  findings: [],
  slowest: [],
  unreached: [],
});

export function addFinding(report: FuzzReport, finding: string): void {
  report.findings.push(finding);
  process.stderr.write(`seed ${report.seed}, after ${report.inputs}: ${finding}\n`);
}

/** Tells whether a target ever answered with a success. */
export const isReached = ({ counts }: FuzzReport, name: string) =>
  Object.keys(counts[name] ?? {}).some((outcome) => /^(?:[23]\d\d|ok)$/.test(outcome));

/** The report for people: the counts of each target, the slowest answers and the findings. */
export function linesOf(report: FuzzReport, drift: unknown[]): string {
  const { seed, inputs, seconds, counts, findings, slowest, unreached } = report;
  const rows = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    `seed ${seed}, ${inputs} inputs in ${seconds} s, ${findings.length} findings`,
    ...rows.map(([name, outcomes]) => {
      const sum = Object.values(outcomes).reduce((total, count) => total + count, 0);
      const parts = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
      return `${name}: ${sum} (${parts.join(', ')})`;
    }),
    `slowest: ${slowest.map(({ name, ms }) => `${name} ${ms} ms`).join(', ')}`,
    `without a success: ${unreached.join(', ') || 'none'}`,
    `counters that differ from a recount: ${JSON.stringify(drift)}`,
    ...findings,
    '',
  ].join('\n');
}
