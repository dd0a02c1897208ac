import { randomBytes } from 'node:crypto';
import { expect, inject } from 'vitest';
import { withClient } from '../../src/platform/database/with-client.ts';

/** The databases of a test file on several servers. */
const made = { file: '', names: [] as string[] };

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
  if (servers.length > 1) await dropEarlier(servers, name);
  for (const [index, address] of servers.entries())
    await withClient(address, async (client) => {
      // Half the time of the default, which writes each page to the log.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      // `npm run shard` sets this on each worker, and a copy has no settings.
      if (index > 0)
        await client.query(`alter database ${name} set pg_trgm.word_similarity_threshold = 0.3`);
    });
  const url = new URL(servers[0] ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops the databases of the file that this process tested before. On Citus each database takes a background process and some
 * hundred tables, and a whole run makes hundreds of databases.
 */
async function dropEarlier(servers: string[], next: string): Promise<void> {
  const file = expect.getState().testPath ?? '';
  const dropped = made.file === file ? [] : made.names.splice(0);
  made.file = file;
  made.names.push(next);
  for (const address of servers)
    await withClient(address, async (client) => {
      for (const name of dropped)
        await client.query(`drop database if exists ${name} with (force)`);
    });
}
