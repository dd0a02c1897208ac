import cluster, { type Worker } from 'node:cluster';
import { setupPrimary } from '@socket.io/cluster-adapter';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config.ts';
import { relayBetweenWorkers } from './realtime/nodes/worker-wire.ts';

/** Milliseconds before a worker that ended by itself is followed by another. */
const AGAIN_AFTER = 1_000;

/**
 * Starts the processes that share this node's work, each of which is a node to the others, and keeps them going.
 * Resolves when all are listening. Jobs run in the first one only: several runners would but wait for each other.
 */
export async function startWorkers(
  config: Config,
  database: { url: string; adminUrl: string },
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  setupPrimary();
  relayBetweenWorkers();
  // Counts what anyone does too often.
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
    const again = (how: string | number | null) => {
      if (isStopping) return;
      console.error(`Process ${number} has ended (${how}); it is started again.`);
      setTimeout(() => {
        if (!isStopping) fork(number);
      }, AGAIN_AFTER);
    };
    worker.once('exit', (code, signal) => again(code ?? signal));
    // Mostly something that was for one that has just died, whose end is heard of next; one that couldn't begin has none.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall?.startsWith('spawn')) again(error.code ?? error.message);
    });
    return worker;
  };
  const first = Array.from({ length: config.workers }, (_, place) => fork(place + 1));
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

/** Rejects when it ends instead. */
async function listening(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('listening', () => resolve());
  worker.once('exit', () => reject(new Error('a process ended before it was listening')));
  worker.once('error', reject);
  await promise;
}
