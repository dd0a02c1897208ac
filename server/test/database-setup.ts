import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';

interface Databases {
  /** The first is the one to talk to; every database is made on each. */
  servers: string[];
  /** What a test's database is a copy of. */
  template: string;
  /** What names of such databases begin with. */
  prefix: string;
}

/**
 * One PostgreSQL for the whole run, with a migrated template that each test's database is a copy of. Ours, or the one
 * that TEST_DATABASE_URL names (CONTRIBUTING).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const { databases, stop } = given
    ? await useGiven(given.trim().split(/\s+/))
    : await startOurOwn();
  project.provide('databases', databases);
  return stop;
}

async function startOurOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'roost-postgres-'));
  const database = await startEmbedded({ folder, durable: false, connections: 200 });
  await run(database.superuserUrl, 'alter role roost createdb');
  const databases = { servers: [database.url], template: 'roost_template', prefix: 'test_' };
  await run(database.superuserUrl, `create database ${databases.template} owner roost`);
  await migrate(within(database.url, databases.template));
  await close([database.superuserUrl], databases);
  const stop = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { databases, stop };
}

async function useGiven(servers: string[]) {
  const prefix = `roost_test_${randomBytes(4).toString('hex')}_`;
  const databases = { servers, template: `${prefix}template`, prefix };
  for (const server of servers) await run(server, `create database ${databases.template}`);
  const url = within(servers[0] ?? '', databases.template);
  await migrate(url);
  const command = process.env.TEST_DATABASE_COMMAND;
  if (command)
    execFileSync(command, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: url },
    });
  await close(servers, databases);
  const stop = async () => {
    for (const server of servers) {
      const made = await run(
        server,
        'select datname from pg_database where starts_with(datname, $1)',
        [prefix],
      );
      for (const { datname } of made)
        await run(server, `drop database ${String(datname)} with (force)`);
    }
  };
  return { databases, stop };
}

/** A database somebody is connected to can't be copied. */
async function close(servers: string[], { template }: Databases): Promise<void> {
  for (const server of servers) {
    await run(server, `alter database ${template} allow_connections false`);
    await run(
      server,
      // What the database itself does there ends by itself when it is copied.
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`,
      [template],
    );
  }
}

async function run(
  address: string,
  sql: string,
  values: string[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function within(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

declare module 'vitest' {
  interface ProvidedContext {
    databases: Databases;
  }
}
