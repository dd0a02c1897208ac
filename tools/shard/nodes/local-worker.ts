import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL on this machine that a test kills and starts again as it was. */
export interface LocalWorker {
  /** Kills all its processes, as the loss of its machine would. */
  kill(): Promise<void>;
  /** Starts it again, and resolves when it answers. */
  start(): Promise<void>;
}

/** Finds the processes of the server at this address. Throws if another machine or another user runs it. */
export async function findLocalWorker(address: string): Promise<LocalWorker> {
  const postmaster = await findPostmaster(address);
  const [command = '', ...options] = readFileSync(`/proc/${postmaster}/cmdline`, 'utf8')
    .split('\0')
    .slice(0, -1);
  // The variables too: for example, HOME tells it where the keys of its connections are.
  const env = Object.fromEntries(
    readFileSync(`/proc/${postmaster}/environ`, 'utf8')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
      .filter(([name]) => name !== ''),
  ) as NodeJS.ProcessEnv;
  const cwd = readlinkSync(`/proc/${postmaster}/cwd`);
  const { uid, gid } = statSync(`/proc/${postmaster}`);
  return {
    async kill() {
      const all = [await findPostmaster(address)].flatMap((pid) => [pid, ...childrenOf(pid)]);
      for (const pid of all) killNow(pid);
      while (all.some(isRunning)) await wait(10);
    },
    async start() {
      spawn(command, options, { cwd, env, uid, gid, detached: true, stdio: 'ignore' }).unref();
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(50))
        if (await ask(address, 'select 1').catch(() => null)) return;
      throw new Error(`The worker at ${address} did not start again.`);
    },
  };
}

async function findPostmaster(address: string): Promise<number> {
  const file = await ask(address, `select pg_read_file('postmaster.pid') as text`);
  const pid = Number(String(file?.text).split('\n', 1)[0]);
  // Throws if the process is on another machine.
  const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (!own.includes('postgres')) throw new Error(`${address} is not on this machine.`);
  return pid;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid) return false;
      try {
        // The name in parentheses may contain spaces.
        const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/s);
        return Number(rest.split(' ')[1]) === parent;
      } catch {
        // The process has ended.
        return false;
      }
    });
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

function isRunning(pid: number): boolean {
  try {
    // A killed process whose parent has not noticed its end runs no more.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function ask(address: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}
