import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../../config/start-error.ts';

/**
 * Removes what a killed run left on a cluster that this process alone uses. Stops its postmaster, ends backends without a
 * postmaster, and deletes a `postmaster.pid` whose number belongs to another program.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid !== undefined && isPostgresOn(pid, cluster)) {
    log(`Stopping the database that an earlier run left behind (process ${pid}).`);
    await stopProcess(pid, () => isPostgresOn(pid, cluster));
  }
  for (const orphan of postgresProcessesOn(cluster)) {
    // Backends without a postmaster may end at once. For the data this is the crash that already happened.
    signal(orphan, 'SIGKILL');
    await until(() => !isPostgresOn(orphan, cluster), 5_000);
  }
  // PostgreSQL removes the file of a dead process itself, but it refuses to start if the number is in use.
  if (pid !== undefined && isAlive(pid) && !isPostgresOn(pid, cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Throws a StartError if a running database was started in this folder, and somebody has moved the folder since. PostgreSQL writes
 * one of its files by the absolute path, so it would destroy a new database in the folder. Only Linux shows such processes.
 */
export function assertNotMoved(cluster: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number))
    if (pid > 0 && isMovedFrom(pid, cluster))
      throw new StartError(
        `A database that was started in ${cluster} still runs (process ${pid}), although its folder was moved. Stop that Roost first.`,
      );
}

function isMovedFrom(pid: number, cluster: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return (
      basename(words[0] ?? '') === 'postgres' &&
      words[words.indexOf('-D') + 1] === cluster &&
      readlinkSync(`/proc/${pid}/cwd`) !== cluster
    );
  } catch {
    return false;
  }
}

/** The process named in `postmaster.pid`, if there is such a file. */
export function postmasterOf(cluster: string): number | undefined {
  const pid = Number(postmasterLines(cluster)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

export function postmasterLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function stopProcess(pid: number, isThere: () => boolean): Promise<void> {
  for (const [how, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, how);
    if (await until(() => !isThere(), patience)) return;
  }
}

/** Whether the process is a PostgreSQL of that folder. Each one has its data directory as working directory. */
function isPostgresOn(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      return (
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
        readlinkSync(`/proc/${pid}/cwd`) === cluster
      );
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return basename(command.split(' ')[0] ?? '') === 'postgres' && command.includes(cluster);
  } catch {
    return false;
  }
}

function postgresProcessesOn(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresOn(pid, cluster));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

async function until(isDone: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20)) {
    if (isDone()) return true;
  }
  return isDone();
}
