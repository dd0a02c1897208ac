import { migrate, MIGRATION_LOCK } from '../../server/src/platform/database/migrate.ts';
import { readCatalog } from './catalog.ts';
import { distribute, distributionOf } from './distribute.ts';
import { distributeFunctions } from './functions.ts';
import { checkNodes } from './nodes.ts';
import { relaxConstraints } from './relax-constraints.ts';
import { alignSettings } from './settings.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';

/**
 * Migrates the database at this address and distributes its tables as `keys.ts` lists them.
 * Skips finished steps, so a failed run can be repeated.
 */
export async function shard(url: string, log: (line: string) => void): Promise<void> {
  await withClient(url, async (client) => {
    await checkNodes(client, log);
    await migrate(url);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const before = await readCatalog(client);
    for (const name of before.tables) distributionOf(name);
    await client.query('begin');
    for (const { description, sql } of relaxConstraints(before)) {
      await client.query(sql);
      log(description);
    }
    await client.query('commit');
    await distributeFunctions(client, log);
    await distribute(client, await readCatalog(client), log);
    await alignSettings(client);
    log('All tables are distributed.');
  });
}
