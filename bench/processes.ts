import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in milliseconds, or memory in kilobytes, of a process and its descendants. From /proc (Linux only). */
export interface Usage {
  /** The value of the process itself. */
  own: number;
  /** The sum of its descendants, such as the embedded database. */
  below: number;
}

/** The length of a clock tick in /proc. Linux always has 100 ticks per second. */
const MS_PER_TICK = 10;

export function assertLinux(): void {
  if (process.platform !== 'linux')
    throw new Error('Processor time and memory are read from /proc: this runs on Linux only.');
}

/** User and system time in milliseconds. */
export function usageOf(pid: number): Usage {
  const below = descendantsOf(pid);
  return { own: cpuOf(pid, false), below: below.reduce((sum, each) => sum + cpuOf(each, true), 0) };
}

/** Kilobytes in memory of the process and its descendants. Shared pages count once. */
export function memoryOf(pid: number): Usage {
  const below = descendantsOf(pid).map(proportionalOf);
  return { own: proportionalOf(pid), below: below.reduce((sum, each) => sum + each, 0) };
}

/** Peak memory of the process in kilobytes, without its descendants. */
export function mostMemoryOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

export function minus(after: Usage, before: Usage): Usage {
  return { own: after.own - before.own, below: after.below - before.below };
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const each of readdirSync('/proc').map(Number)) {
    const parent = each > 0 ? Number(statOf(each)[1]) : 0;
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), each]);
  }
  const found: number[] = [];
  for (const waiting = [pid]; waiting.length > 0;) {
    const below = children.get(waiting.pop() ?? 0) ?? [];
    found.push(...below);
    waiting.push(...below);
  }
  return found;
}

/** Processor time, optionally with that of ended children, such as closed database connections. */
function cpuOf(pid: number, withEnded: boolean): number {
  const stat = statOf(pid);
  const ticks = stat.slice(11, withEnded ? 15 : 13);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * MS_PER_TICK;
}

/** The fields after the process name, which may contain any character. Empty if the process is gone. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function proportionalOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
