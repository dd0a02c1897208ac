import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Clears what a killed run left on a cluster that is now ours alone: its postmaster is stopped, backends that
 * outlived their postmaster are ended, and a `postmaster.pid` whose number meanwhile names some other program goes.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid !== undefined && isPostgresOn(pid, cluster)) {
    log(`Stopping the database that an earlier run left behind (process ${pid}).`);
    await stopProcess(pid, () => isPostgresOn(pid, cluster));
  }
  for (const orphan of postgresProcessesOn(cluster)) {
    // Without a postmaster nothing holds them together; to the data it is the crash that already happened.
    signal(orphan, 'SIGKILL');
    await until(() => !isPostgresOn(orphan, cluster), 5_000);
  }
  // A number of a dead process PostgreSQL clears by itself, after looking at shared memory; one in use stops it.
  if (pid !== undefined && isAlive(pid) && !isPostgresOn(pid, cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
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

/** Whether that process is a PostgreSQL on that folder: every one of them works in its data directory. */
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
    // Gone meanwhile.
  }
}

async function until(isDone: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
    if (isDone()) return true;
  }
  return isDone();
}
