import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './embedded-binaries.ts';
import type { Listening } from './embedded-address.ts';
import { postmasterLines } from './embedded-leftovers.ts';
import type { Place } from './embedded-place.ts';

export interface PostmasterOptions {
  listening: Listening;
  /** Off only for throw-away databases in tests. */
  durable: boolean;
  connections: number;
}

export interface Postmaster {
  readonly exited: Promise<void>;
  /** Until it takes connections, however long a recovery takes; throws should it exit first. */
  ready(): Promise<void>;
  /** Rolls back what is open and shuts down; resolves when the process is gone. */
  stop(): Promise<void>;
}

const LOG_LIMIT = 5 * 1_048_576;

export function launchPostmaster(
  place: Place,
  binaries: Binaries,
  options: PostmasterOptions,
): Postmaster {
  const logFile = join(place.home, 'postgres.log');
  keepShort(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...settings(options)], {
    ...place.runAs,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
    // Ctrl-C reaches a terminal's whole process group; the database goes last, and by our word.
    detached: true,
  });
  closeSync(output);

  const exited = Promise.withResolvers<void>();
  const shortening = setInterval(keepShort, 60_000, logFile);
  shortening.unref();
  // However our process ends, short of a kill -9, nothing is left running.
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
        const lines = postmasterLines(place.cluster);
        if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
        await sleep(20);
      }
      throw new Error(`${lastComplaint(logFile, logStart)} (its log: ${logFile})`);
    },
    async stop() {
      // Politely, so that connections just closed by us can finish closing; then without waiting for anybody.
      child.kill('SIGTERM');
      const firmer = setTimeout(() => child.kill('SIGINT'), 500);
      const firmest = setTimeout(() => child.kill('SIGQUIT'), 15_000);
      await exited.promise;
      clearTimeout(firmer);
      clearTimeout(firmest);
    },
  };
}

function settings({ listening, durable, connections }: PostmasterOptions): string[] {
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
    // Short statements: compiling them costs more than it saves, and containers are short of shared memory.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A constraint that refuses a row is daily business; its text would put people's data in the log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** It is a list, in which a comma divides. */
function quoted(folder: string): string {
  return folder && `"${folder.replaceAll('"', '""')}"`;
}

/** PostgreSQL keeps the file open, so it is copied and cut, not moved away. */
function keepShort(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT) return;
  copyFileSync(file, `${file}.old`);
  truncateSync(file, 0);
}

function lastComplaint(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n');
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|could not|refus/i.test(line));
  return complaint?.trim() ?? 'It exited at once';
}
