import type { Outcome } from './outcome.ts';

export interface RunOptions {
  /** Acknowledged writes, or what else the fault counts in. */
  size: number;
  seed: number;
  /** How long a soak takes. */
  minutes: number;
  /** Corrupts the stored result before the count. */
  isProof: boolean;
  log: (line: string) => void;
}

export interface Fault {
  what: string;
  /** The usual size, with its unit. */
  size: number;
  unit: string;
  /** Runs for a few seconds, so `npm test` runs it with this size. */
  shortSize?: number;
  /** Its tests count for themselves, so `--prove` leaves it out. */
  isOfTests?: boolean;
  /** Says why this machine cannot run it. */
  cannotRun?: () => string | null;
  run: (given: RunOptions) => Promise<Outcome>;
}
