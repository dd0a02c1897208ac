import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '../../../bench/processes.ts';
import { stopTree } from '../../../server/test/support/stopped-tree.ts';
import type { Fault } from '../fault.ts';
import { onSite } from './on-site.ts';

/** A soak leaves the machine time for other work. */
const SOAK_PAUSE_MS = 50;
const SOAK_SAMPLE_MS = 60_000;

/** How long the clock stays wrong. */
const CLOCK_STAYS_MS = 3_000;
const READY_TIMEOUT_MS = 60_000;

/** Faults of one process with the built-in database. */
export const processFaults: Record<string, Fault> = {
  'kill-app': {
    what: 'kill -9 of the server, and a new start',
    size: 1_500,
    unit: 'writes',
    shortSize: 150,
    run: async (given) =>
      onSite(given, async (site) => {
        const since = performance.now();
        await site.app.end('SIGKILL');
        await site.startAgain();
        return { since };
      }),
  },
  'kill-database': {
    what: 'kill -9 of the database',
    size: 1_500,
    unit: 'writes',
    shortSize: 150,
    run: async (given) =>
      onSite(given, async (site) => {
        const since = performance.now();
        process.kill(site.postmaster, 'SIGKILL');
        return { since };
      }),
  },
  'restart-database': {
    what: 'a restart of the database',
    size: 1_500,
    unit: 'writes',
    run: async (given) =>
      onSite(given, async (site) => {
        const since = performance.now();
        // A fast shutdown: PostgreSQL ends all connections.
        process.kill(site.postmaster, 'SIGINT');
        return { since };
      }),
  },
  'hang-database': {
    what: 'a database that hangs for 8 s',
    size: 1_500,
    unit: 'writes',
    run: async (given) =>
      onSite(given, async (site) => {
        const goOn = stopTree(site.postmaster);
        await wait(8_000);
        goOn();
        return { since: performance.now() };
      }),
  },
  sigterm: {
    what: 'SIGTERM, and a new start',
    size: 1_500,
    unit: 'writes',
    shortSize: 150,
    async run(given) {
      let code: number | null = null;
      const outcome = await onSite(given, async (site) => {
        const since = performance.now();
        code = await site.app.end('SIGTERM');
        await site.startAgain();
        return { since };
      });
      if (code !== 0) outcome.findings.push(`it ended with ${String(code)}`);
      return outcome;
    },
  },
  clock: {
    what: 'the clock of the server jumps 10 minutes forward, 20 back, and home again',
    size: 1_500,
    unit: 'writes',
    async run(given) {
      const findings: string[] = [];
      const outcome = await onSite(
        given,
        async ({ app }) => {
          // A node whose clock is too far off is not ready, but it serves on.
          for (const status of [503, 503, 200]) {
            process.kill(app.pid, 'SIGUSR2');
            if (!(await becomes(`${app.address}/ready`, status)))
              findings.push(`/ready did not become ${status}`);
            await wait(CLOCK_STAYS_MS);
          }
          return { since: performance.now() };
        },
        {
          env: { NODE_OPTIONS: `--import=${new URL('../shift-clock.mjs', import.meta.url).href}` },
        },
      );
      return { ...outcome, findings: [...outcome.findings, ...findings] };
    },
  },
  soak: {
    what: 'nothing breaks, for as long as --minutes says (60)',
    size: 1_000,
    unit: 'writes at least',
    async run(given) {
      const megabytes: number[] = [];
      const outcome = await onSite(
        given,
        async (site) => {
          const end = performance.now() + given.minutes * 60_000;
          while (performance.now() < end) {
            await wait(Math.min(SOAK_SAMPLE_MS, end - performance.now()));
            megabytes.push(Math.round(memoryOf(site.app.pid).own / 1_024));
          }
          return { since: performance.now() };
        },
        { load: { pause: SOAK_PAUSE_MS } },
      );
      outcome.remarks.push(`the server's memory in MB: ${megabytes.join(' ')}`);
      return { ...outcome, recoverySeconds: null };
    },
  },
};

/** Waits for this status. Returns whether it came in time. */
async function becomes(address: string, status: number): Promise<boolean> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await wait(100)) {
    const answer = await fetch(address).catch(() => null);
    await answer?.text();
    if (answer?.status === status) return true;
  }
  return false;
}
