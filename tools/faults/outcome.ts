/** The findings of a run. Each number must be zero. */
export interface Counts {
  /** Acknowledged writes that are gone, or that a device never heard of. */
  lost: number;
  /** Writes that are stored twice. */
  duplicated: number;
  /** Stored writes that nobody sent, or that the server refused. */
  phantom: number;
  /** Stored counters that differ from a recount. */
  drift: number;
  /** Media files without rows, and rows without files. */
  orphans: number;
}

export interface Outcome {
  counts: Counts;
  /** Acknowledged writes. */
  writes: number;
  /** Seconds from the fault, or from the end of an outage with a set length, to the first write that works again. */
  recoverySeconds: number | null;
  /** Everything else that is wrong, and details of the counts. */
  findings: string[];
  /** Numbers that the reader wants to see. */
  remarks: string[];
}

export const countNames = ['lost', 'duplicated', 'phantom', 'drift', 'orphans'] as const;

export function isFine({ counts, findings }: Outcome): boolean {
  return findings.length === 0 && countNames.every((name) => counts[name] === 0);
}
