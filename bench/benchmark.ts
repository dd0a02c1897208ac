/** One line of a report: what was measured, of Roost and of the floor in the same run. */
export interface Row {
  measure: string;
  unit: string;
  roost: number;
  /** What of that were the server and its database. */
  server?: number;
  database?: number;
  /** Sent to the database for it. */
  statements?: number;
  /** Missing where a bare server has nothing of the kind. */
  floor?: number;
  /** A time by the clock, which tells more of what else the machine did than of Roost: not kept to be compared. */
  byClock?: true;
  /** What we want of Roost, as words. */
  aim?: string;
}

export interface Finding {
  /** What was done, with its numbers, in one line. */
  what: string;
  rows: Row[];
  /** What could not be measured, because an answer was refused or made no sense. */
  failed?: string[];
  /** What the reader must know to judge the numbers. */
  remarks: string[];
}

/** Numbers given on the command line, by their names. */
export type Sizes = Record<string, number>;

export interface Benchmark {
  /** What it asks for, and how much of it unless told. */
  sizes: Sizes;
  run(sizes: Sizes, tell: (line: string) => void): Promise<Finding>;
}

/** The number of this name; the benchmark lists all it asks for. */
export function sizeOf(sizes: Sizes, name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`no size ${name}`);
  return size;
}
