import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '../../../bench/processes.ts';
import { stopTree } from '../../../server/test/support/stopped-tree.ts';
import type { Fault } from '../fault.ts';
import { onSite } from './on-site.ts';

/** A soak leaves the machine time for other work. */
const SOAK_PAUSE_MS = 50;
const SOAK_SAMPLE_MS = 60_000;

/** Faults of one process with its own database. */
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
    run: async (given) =>
      onSite(
        given,
        async (site) => {
          for (let jump = 0; jump < 3; jump += 1) {
            process.kill(site.app.pid, 'SIGUSR2');
            if (jump < 2) await wait(5_000);
          }
          return { since: performance.now() };
        },
        {
          env: { NODE_OPTIONS: `--import=${new URL('../shift-clock.mjs', import.meta.url).href}` },
        },
      ),
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
