// Moves the built-in database to a newer major version of PostgreSQL: `npm run upgrade-database`. Roost must not run.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { upgradeCluster } from '../../server/src/platform/database/major-upgrade/upgrade-cluster.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { installOldPrograms } from './old-programs.ts';

const USAGE = `Usage: npm run upgrade-database [-- --old <folder>]

Copies the built-in database into a new one of the PostgreSQL that this version brings. Stop Roost before.

  --old <folder>  a folder with the programs of the old PostgreSQL, as native/bin/postgres; without it, npm installs them`;

// The handlers of 'exit' stop the databases.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { old: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(USAGE);
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new StartError(
      'DATABASE_URL names an external PostgreSQL. Upgrade it with its own tools.',
    );
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const log = (line: string) => console.log(line);
  await upgradeCluster({
    folder: config.dataFolder,
    findOldPrograms: async (major) =>
      values.old === undefined ? installOldPrograms(major, log) : resolve(values.old),
    log,
  });
}
