import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all it started have used and hold; read from /proc, so on Linux only. */
export interface Usage {
  /** Milliseconds of processor time, user and system, of the process itself. */
  own: number;
  /** The same of all below it: the database, where it is ours. */
  below: number;
}

/** The kernel's unit of time towards programs: 100 a second on every Linux. */
const MS_A_TICK = 10;

export function assertLinux(): void {
  if (process.platform !== 'linux')
    throw new Error('Processor time and memory are read from /proc: this runs on Linux only.');
}

export function usageOf(pid: number): Usage {
  const below = descendantsOf(pid);
  return { own: cpuOf(pid, false), below: below.reduce((sum, each) => sum + cpuOf(each, true), 0) };
}

/** Kilobytes in memory, of the process itself and of all below it; pages they share are counted once. */
export function memoryOf(pid: number): Usage {
  const below = descendantsOf(pid).map(proportionalOf);
  return { own: proportionalOf(pid), below: below.reduce((sum, each) => sum + each, 0) };
}

/** Kilobytes it has had in memory at most since it started, without what it started. */
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

/** With what its ended children have used, if wanted: else a connection of the database that closed would be lost. */
function cpuOf(pid: number, withEnded: boolean): number {
  const stat = statOf(pid);
  const ticks = stat.slice(11, withEnded ? 15 : 13);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * MS_A_TICK;
}

/** The fields after the name, which may hold anything; none for a process that is gone. */
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
