import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { layLine, type Line } from '../../../server/test/support/line.ts';
import { missingPrograms } from '../../cluster/programs.ts';
import type { Fault, RunOptions } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Outcome } from '../outcome.ts';
import { lostAnswers } from '../requests.ts';
import { ClusterSite } from '../site.ts';
import { underLoad, type Injection, type FaultResult } from '../under-load.ts';

/** The length of an outage. It is longer than the time after which a node counts as gone. */
const OUTAGE_MS = 15_000;
/** A pause of each client in the rolling restart, so that one node alone can carry the load. */
const ROLLING_PAUSE_MS = 10;

const cannotRun = () => {
  const missing = missingPrograms();
  return missing.length > 0 ? `${missing.join(', ')} not installed` : null;
};
const writes = { size: 1_500, unit: 'writes', cannotRun };

/** Faults of two nodes behind HAProxy, with PostgreSQL, Redis and an object store. */
export const nodeFaults: Record<string, Fault> = {
  'node-dies': {
    what: 'kill -9 of one of two nodes, and a new start',
    ...writes,
    run: async (given) =>
      onNodes(given, async ({ stack }) => {
        const since = performance.now();
        await stack.nodes[1]?.end('SIGKILL');
        const repaired = wait(OUTAGE_MS).then(async () => stack.startNode(1));
        return { since, repaired };
      }),
  },
  'redis-gone': {
    what: 'kill -9 of Redis, which comes back empty after 15 s',
    ...writes,
    run: async (given) =>
      onNodes(given, async ({ stack }) => {
        const since = performance.now();
        await stack.redis.kill(0);
        const repaired = wait(OUTAGE_MS).then(async () => stack.redis.restart(0));
        return { since, repaired };
      }),
  },
  'nodes-cut': {
    what: 'a cut of 15 s between one node and the messages of the other',
    ...writes,
    async run(given) {
      const lines: Line[] = [];
      const envOfNode: Parameters<typeof ClusterSite.start>[0] = async (index, redisUrl) => {
        if (index === 0) return {};
        const line = await layLine({ host: '127.0.0.1', port: Number(new URL(redisUrl).port) });
        lines.push(line);
        return { REDIS_URL: `redis://127.0.0.1:${line.port}` };
      };
      const cut = async () => {
        const since = performance.now();
        for (const line of lines) line.silenceAll();
        const repaired = wait(OUTAGE_MS).then(() => lines.map((line) => line.mend()));
        return { since, repaired };
      };
      try {
        return await onNodes(given, cut, {}, envOfNode);
      } finally {
        for (const line of lines) line.close();
      }
    },
  },
  migration: {
    what: 'the next release starts beside the old code and changes the schema',
    ...writes,
    async run(given) {
      const next = makeNextRelease();
      try {
        return await onNodes(given, async ({ stack }) => {
          await stack.nodes[1]?.end('SIGTERM');
          const since = performance.now();
          await stack.startNode(1, next.main);
          return { since };
        });
      } finally {
        next.remove();
      }
    },
  },
  'rolling-restart': {
    what: 'a restart of one node after the other, again and again: no request may fail',
    size: 100_000,
    unit: 'requests',
    cannotRun,
    async run(given) {
      let restarts = 0;
      const codes = new Set<number | null>();
      const outcome = await onNodes(
        given,
        async ({ stack }, load) => {
          const before = load.ledger.answered;
          do {
            const index = restarts % 2;
            codes.add((await stack.nodes[index]?.end('SIGTERM')) ?? null);
            await stack.startNode(index);
            restarts += 1;
            // Not faster than proxies and people notice.
            await wait(2_000);
          } while (restarts < 2 || load.ledger.answered + load.ledger.failed < given.size);
          given.log(`${load.ledger.answered - before} answers during ${restarts} restarts`);
          return { since: performance.now() };
        },
        {
          isByRequests: true,
          load: { clients: 12, pause: ROLLING_PAUSE_MS },
          check: async ({ ledger: { failed } }) =>
            failed > 0 ? [`${failed} failed requests: ${JSON.stringify([...lostAnswers])}`] : [],
        },
      );
      if ([...codes].join() !== '0') outcome.findings.push(`nodes ended with ${[...codes].join()}`);
      outcome.remarks.push(`${restarts} restarts`);
      return { ...outcome, recoverySeconds: null };
    },
  },
};

async function onNodes(
  given: RunOptions,
  inject: (site: ClusterSite, load: Load) => Promise<FaultResult>,
  more: Partial<Injection<ClusterSite>> = {},
  envOfNode?: Parameters<typeof ClusterSite.start>[0],
): Promise<Outcome> {
  const site = await ClusterSite.start(envOfNode);
  try {
    return await underLoad({ site, given, inject: async (load) => inject(site, load), ...more });
  } finally {
    await site.end();
  }
}

/** The tables that the next release gives a column. Each has its own migration, as locks of several tables can deadlock. */
const CHANGED_TABLES = [
  'posts',
  'messages',
  'media',
  'users',
  'conversation_members',
  'notifications',
];
const NEXT_THINGS = `
  create table next_things (id uuid primary key, user_id uuid not null, made_at timestamptz not null default now());
  create index posts_next_note on posts (next_note) where next_note <> '';`;

/** Copies the server's sources, and adds migrations that only add things, as each release must. */
function makeNextRelease(): { main: string; remove: () => void } {
  const root = join(import.meta.dirname, '../../..');
  const parent = join(root, 'test-results');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'next-release-'));
  for (const name of ['server', 'contract', 'tools', 'package.json'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|test)(?:\/|$)/.test(relative(root, path)),
    });
  // Hard links, because the media workers may read only files below their own root.
  execFileSync('cp', ['-al', join(root, 'node_modules'), folder]);
  const migrations = join(folder, 'server/src/platform/database/migrations');
  for (const [n, table] of CHANGED_TABLES.entries())
    writeFileSync(
      join(migrations, `999${n}-next.sql`),
      `alter table ${table} add column next_note text not null default '';`,
    );
  writeFileSync(join(migrations, '9999-next.sql'), NEXT_THINGS);
  const main = join(folder, 'server/src/main.ts');
  return { main, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
