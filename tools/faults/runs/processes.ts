import { setTimeout as wait } from 'node:timers/promises';
import { stopTree } from '../../../server/test/support/stopped-tree.ts';
import type { Fault, Given } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Outcome } from '../outcome.ts';
import { SingleSite } from '../site.ts';
import { underLoad, type Strike, type Struck } from '../under-load.ts';

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
};

async function onSite(
  given: Given,
  strike: (site: SingleSite, load: Load) => Promise<Struck>,
  { env = {}, ...more }: Partial<Strike<SingleSite>> & { env?: Record<string, string> } = {},
): Promise<Outcome> {
  const site = await SingleSite.start(env);
  try {
    return await underLoad({ site, given, strike: async (load) => strike(site, load), ...more });
  } finally {
    await site.end();
  }
}
