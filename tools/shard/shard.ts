import pg from 'pg';
import { migrate, MIGRATION_LOCK } from '../../server/src/platform/database/migrate.ts';
import { readCatalog } from './catalog.ts';
import { distribute, placeOf } from './distribute.ts';
import { distributeFunctions } from './functions.ts';
import { loosen } from './loosen.ts';
import { checkNodes } from './nodes.ts';
import { alignSettings } from './settings.ts';

/**
 * Brings the database at this address up to this code and every table to the nodes where tools/shard/keys.ts wants it.
 * What is there already stays; what failed half way goes on where it was.
 */
export async function shard(url: string, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await checkNodes(client, say);
    await migrate(url);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const before = await readCatalog(client);
    for (const name of before.tables) placeOf(name);
    await client.query('begin');
    for (const { says, sql } of loosen(before)) {
      await client.query(sql);
      say(says);
    }
    await client.query('commit');
    await distributeFunctions(client, say);
    await distribute(client, await readCatalog(client), say);
    await alignSettings(client);
    say('Every table is where it belongs.');
  } finally {
    await client.end();
  }
}
