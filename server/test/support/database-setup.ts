import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { dropDatabases, shardTemplate } from '../../../tools/shard/test-nodes.ts';
import { withClient } from '../../src/platform/database/with-client.ts';

interface Databases {
  /** Tests connect to the first server. Every database exists on all servers. */
  servers: string[];
  /** Each test database is a copy of this one. */
  template: string;
  /** The prefix of the names of test databases. */
  prefix: string;
}

/**
 * Prepares one PostgreSQL for the whole run, with a migrated template that each test database copies. Uses the embedded one, or
 * the one of TEST_DATABASE_URL (CONTRIBUTING).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const { databases, volatileFunctions, stop } = given
    ? await useGiven(given.trim().split(/\s+/))
    : await startOurOwn();
  project.provide('databases', databases);
  project.provide('volatileFunctions', volatileFunctions);
  return stop;
}

async function startOurOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'roost-postgres-'));
  const database = await startEmbedded({ folder, durable: false, connections: 200 });
  await run(database.superuserUrl, 'alter role roost createdb');
  const databases = { servers: [database.url], template: 'roost_template', prefix: 'test_' };
  await run(database.superuserUrl, `create database ${databases.template} owner roost`);
  const url = within(database.url, databases.template);
  await migrate(url);
  const volatileFunctions = await listVolatileFunctions(url);
  await close([database.superuserUrl], databases);
  const stop = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { databases, volatileFunctions, stop };
}

async function useGiven(servers: string[]) {
  // `npm run test:shard` names its run, so that it can clean up after a run that did not end by itself.
  const name = process.env.TEST_DATABASE_RUN ?? '';
  const prefix = `roost_test_${name}${randomBytes(4).toString('hex')}_`;
  const databases = { servers, template: `${prefix}template`, prefix };
  for (const server of servers) await run(server, `create database ${databases.template}`);
  const url = within(servers[0] ?? '', databases.template);
  const stop = async () => dropDatabases(servers, prefix);
  try {
    // Several servers are the nodes of one distributed database.
    if (servers.length > 1) await shardTemplate(servers, databases.template);
    else await migrate(url);
    const volatileFunctions = await listVolatileFunctions(url);
    await close(servers, databases);
    return { databases, volatileFunctions, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Names of functions that may write or lock. PostgreSQL refuses both inside stable and immutable functions. */
async function listVolatileFunctions(url: string): Promise<string[]> {
  const rows = await run(
    url,
    `select distinct proname as name from pg_proc where provolatile = 'v'`,
  );
  return rows.map(({ name }) => String(name));
}

/** Closes the template, because PostgreSQL does not copy a database with connections. */
async function close(servers: string[], { template }: Databases): Promise<void> {
  for (const server of servers) {
    await run(server, `alter database ${template} allow_connections false`);
    await run(
      server,
      // PostgreSQL ends its own background work in the template before a copy, but not that of Citus.
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = $1 and (backend_type = 'client backend' or starts_with(backend_type, 'Citus'))`,
      [template],
    );
  }
}

async function run(
  address: string,
  sql: string,
  values: string[] = [],
): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(address, async (client) =>
    client.query<Record<string, unknown>>(sql, values),
  );
  return rows;
}

function within(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

declare module 'vitest' {
  interface ProvidedContext {
    databases: Databases;
    volatileFunctions: string[];
  }
}
