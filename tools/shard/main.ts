// `npm run shard`: distributes the tables over the nodes of a database with the Citus extension. A second run changes nothing.
import pg from 'pg';
import { readConfig } from '../../server/src/config/config.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { shard } from './shard.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

try {
  const config = readConfig(process.env);
  const url = config.databaseAdminUrl ?? config.databaseUrl;
  if (!url)
    throw new StartError(
      'Set DATABASE_URL or DATABASE_ADMIN_URL to the coordinator of a Citus database. The embedded database cannot be distributed.',
    );
  await shard(url, (line) => console.log(line));
} catch (error) {
  const isPlain = error instanceof StartError || error instanceof pg.DatabaseError;
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
