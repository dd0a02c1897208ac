import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates a database with our schema and no rows, for one test or one test file. Returns its address. */
export async function createTestDatabase(): Promise<string> {
  return createDatabase(inject('databases').template);
}

/** Creates a database without our schema. Returns its address. */
export async function createEmptyDatabase(): Promise<string> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<string> {
  const { servers, prefix } = inject('databases');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  for (const address of servers) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    // Half the time of the default, which writes each page to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    await client.end();
  }
  const url = new URL(servers[0] ?? '');
  url.pathname = `/${name}`;
  return url.href;
}
