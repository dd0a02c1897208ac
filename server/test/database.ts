import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The address of a new database, migrated and empty, for one test file or one test alone. */
export async function createTestDatabase(): Promise<string> {
  const { servers, template, prefix } = inject('databases');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  for (const address of servers) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(`create database ${name} template ${template}`);
    await client.end();
  }
  const url = new URL(servers[0] ?? '');
  url.pathname = `/${name}`;
  return url.href;
}
