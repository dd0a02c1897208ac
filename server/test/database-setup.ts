import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';

/** One PostgreSQL for the whole run, with a migrated template that each test's database is a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-postgres-'));
  const database = await startEmbedded({ folder, durable: false, connections: 200 });
  await makeTemplate(database.superuserUrl, database.url);
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(superuserUrl: string, url: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query('alter role roost createdb');
  await superuser.query('create database roost_template owner roost');
  const template = new URL(url);
  template.pathname = '/roost_template';
  await migrate(template.href);
  // A database somebody is connected to can't be copied.
  await superuser.query('alter database roost_template allow_connections false');
  await superuser.end();
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}
