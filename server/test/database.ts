import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The address of a new database, migrated and empty, for one test file or one test alone. */
export async function createTestDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await client.query(`create database ${name} template roost_template`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
