import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '../../kernel/config.ts';
import { relayRoomsBetweenWorkers } from '../sockets/relay-rooms.ts';
import { relayBetweenWorkers } from './worker-transport.ts';

/** Milliseconds between the unexpected end of a worker and the start of its successor. */
const RESTART_DELAY_MS = 1_000;

/**
 * Starts the worker processes of this machine, and restarts those that end. Each is a node of the cluster. Resolves when
 * all are listening. Jobs run in the first one only, because several runners would wait for each other.
 */
export async function startWorkers(
  config: Config,
  database: { url: string; adminUrl: string },
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  relayRoomsBetweenWorkers();
  relayBetweenWorkers();
  // Counts for the rate limits of all workers.
  void new RateLimiterClusterMaster();
  const own = config.databaseUrl === null ? 'own:' : '';
  const fork = (number: number): Worker => {
    const withJobs = number === 1 ? config.roles : config.roles.filter((role) => role !== 'jobs');
    const worker = cluster.fork({
      WEB_CONCURRENCY: '1',
      ROOST_WORKER: `${own}${number}`,
      ROOST_ROLES: (withJobs.length > 0 ? withJobs : config.roles).join(),
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
    });
    const restart = (how: string | number | null) => {
      if (isStopping) return;
      console.error(`Process ${number} has ended (${how}); it is started again.`);
      setTimeout(() => {
        if (!isStopping) fork(number);
      }, RESTART_DELAY_MS);
    };
    worker.once('exit', (code, signal) => restart(code ?? signal));
    // Usually a message to a worker that just died, and `exit` follows. A worker that could not start has no `exit`.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall?.startsWith('spawn')) restart(error.code ?? error.message);
    });
    return worker;
  };
  const first = Array.from({ length: config.workers }, (_, index) => fork(index + 1));
  await Promise.all(first.map(listening));
  return {
    async stop() {
      isStopping = true;
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ends = left.map(ended);
      for (const worker of left) worker.process.kill('SIGTERM');
      await Promise.all(ends);
    },
  };
}

async function ended(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (worker.isDead()) resolve();
  else worker.once('exit', () => resolve());
  await promise;
}

/** Waits until the worker listens. Rejects if the worker ends first. */
async function listening(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('listening', () => resolve());
  worker.once('exit', () => reject(new Error('a process ended before it was listening')));
  worker.once('error', reject);
  await promise;
}
