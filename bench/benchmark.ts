/** One line of a report: one measurement of Roost, and of the floor server in the same run. */
export interface Row {
  measure: string;
  unit: string;
  roost: number;
  /** The shares of the server and of its database. */
  server?: number;
  database?: number;
  /** SQL statements for one request. */
  statements?: number;
  /** Absent if a bare server has no such operation. */
  floor?: number;
  /** A wall-clock time. It depends on the machine's other load, so later runs do not compare with it. */
  byClock?: true;
  /** The target, in words. */
  aim?: string;
}

export interface Finding {
  /** One line that describes the run, with its numbers. */
  what: string;
  rows: Row[];
  /** Names of the measurements that failed, because the server refused an answer or sent a wrong one. */
  failed?: string[];
  /** Conditions that the reader needs to judge the numbers. */
  remarks: string[];
}

/** Numbers from the command line, by name. */
export type Sizes = Record<string, number>;

export interface Benchmark {
  /** The numbers that it takes, with their defaults. */
  sizes: Sizes;
  run(sizes: Sizes, log: (line: string) => void): Promise<Finding>;
}

/** Returns the number with this name. Throws if the benchmark does not list it. */
export function sizeOf(sizes: Sizes, name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`no size ${name}`);
  return size;
}

/** The number that later runs can compare with: the ratio to the floor, or the growth itself. */
export function ratioOf({ roost, floor, unit }: Row): number | undefined {
  if (unit === '×') return roost;
  return floor ? roost / floor : undefined;
}
