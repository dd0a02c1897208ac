import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './embedded-binaries.ts';
import type { Listening } from './embedded-address.ts';
import { postmasterLines } from './embedded-leftovers.ts';
import type { DataLocation } from './data-location.ts';

export interface PostmasterOptions {
  listening: Listening;
  /** False only for temporary databases in tests. */
  durable: boolean;
  connections: number;
  walArchive?: WalArchive | undefined;
  /** Further settings of PostgreSQL, and variables for its commands, for the recovery of a backup. */
  recovery?: { settings: Readonly<Record<string, string>>; env: NodeJS.ProcessEnv };
}

/** The receiver of each complete segment of the WAL. */
export interface WalArchive {
  /** A command of the shell. `%p` is the path of the segment, and `%f` its name. */
  command: string;
  /** The variables that the command needs. */
  env: NodeJS.ProcessEnv;
}

export interface Postmaster {
  readonly exited: Promise<void>;
  /** Waits until it accepts connections, also during a long recovery. Throws if it exits first. */
  ready(): Promise<void>;
  /** Rolls back open transactions and shuts down. Resolves after the process has ended. */
  stop(): Promise<void>;
}

/** An incomplete segment is archived after this time, too. So much is lost at most if the whole machine is. */
const ARCHIVE_SECONDS = 60;
const MAX_LOG_BYTES = 5 * 1_048_576;

export function launchPostmaster(
  location: DataLocation,
  binaries: Binaries,
  options: PostmasterOptions,
): Postmaster {
  const logFile = join(location.home, 'postgres.log');
  keepShort(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const child = spawn(binaries.postgres, ['-D', location.cluster, ...settings(options)], {
    ...location.runAs,
    cwd: '/',
    env: { ...(options.walArchive ?? options.recovery)?.env, PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
    // Ctrl-C reaches the whole process group of a terminal. Roost stops the database last.
    detached: true,
  });
  closeSync(output);

  const exited = Promise.withResolvers<void>();
  const shortening = setInterval(keepShort, 60_000, logFile);
  shortening.unref();
  // PostgreSQL ends together with this process, except after a kill -9.
  const onExit = () => child.kill('SIGQUIT');
  process.once('exit', onExit);
  const onGone = () => {
    clearInterval(shortening);
    process.off('exit', onExit);
    exited.resolve();
  };
  child.once('exit', onGone);
  child.once('error', onGone);

  return {
    exited: exited.promise,
    async ready() {
      while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        const lines = postmasterLines(location.cluster);
        if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
        await sleep(20);
      }
      throw new Error(`${lastComplaint(logFile, logStart)} (its log: ${logFile})`);
    },
    async stop() {
      // First a soft stop, so that connections can finish closing. Then a stop that waits for nobody.
      child.kill('SIGTERM');
      const firmer = setTimeout(() => child.kill('SIGINT'), 500);
      const firmest = setTimeout(() => child.kill('SIGQUIT'), 15_000);
      await exited.promise;
      clearTimeout(firmer);
      clearTimeout(firmest);
    },
  };
}

function settings(options: PostmasterOptions): string[] {
  const { listening, durable, connections, walArchive, recovery } = options;
  const flag = durable ? 'on' : 'off';
  const values = {
    listen_addresses: '127.0.0.1',
    port: listening.port,
    unix_socket_directories: quoted(listening.socketFolder ?? ''),
    max_connections: connections,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    fsync: flag,
    full_page_writes: flag,
    synchronous_commit: flag,
    // Compiling short statements costs more than it saves, and containers have little shared memory.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Constraints refuse rows every day, and their texts would put personal data in the log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(walArchive && {
      archive_mode: 'on',
      archive_command: walArchive.command,
      archive_timeout: ARCHIVE_SECONDS,
    }),
    ...recovery?.settings,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The setting is a list, separated by commas. */
function quoted(folder: string): string {
  return folder && `"${folder.replaceAll('"', '""')}"`;
}

/** PostgreSQL keeps the file open. So this copies and truncates it instead of moving it. */
function keepShort(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return;
  copyFileSync(file, `${file}.old`);
  truncateSync(file, 0);
}

function lastComplaint(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n');
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|could not|refus/i.test(line));
  return complaint?.trim() ?? 'It exited at once';
}
