import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { openDatabase, type Database } from '../../server/src/platform/database/client.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { openStorage } from '../../server/src/media/media-ports.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { takeCensus, type Census } from './census.ts';
import { DEMO_PASSWORD, emailOf, toSignInWith } from './demo-accounts.ts';
import { findDatabase } from './find-database.ts';
import { SCALE, scaleUp } from './scale/scale.ts';
import { seed } from './seed.ts';

// Exits through `process.exit`, whose handlers stop a database that this program started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const found = await findDatabase(config);
  try {
    await migrate(found.adminUrl, { log: (line) => console.error(line) });
    // Large statements run once, so they need no preparation and one connection.
    const db = openDatabase({
      url: found.url,
      preparedStatements: false,
      size: 1,
      onError: () => {},
    });
    try {
      const isNew = await seed(db, new Date(), await openStorage(config));
      report(isNew, await takeCensus(db));
      if (process.argv.includes('--scale')) await addCrowd(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await found.close();
  }
}

/** Takes some minutes. */
async function addCrowd(db: Database): Promise<void> {
  console.log('  Making it large:');
  const isNew = await scaleUp(db, new Date(), SCALE, (line) => console.log(`    ${line}`));
  console.log(isNew ? '  It is large now.\n' : '  It is large already. Nothing was changed.\n');
}

function report(isNew: boolean, census: Census): void {
  const made = Object.entries(census).map(([what, count]) => `${count} ${what}`);
  const accounts = toSignInWith.map(
    ([username, because]) => [emailOf({ username }), because] as const,
  );
  const width = Math.max(...accounts.map(([email]) => email.length));
  console.log(`
  ${isNew ? 'The demo is ready' : 'The demo is there already; nothing was changed'}: ${made.join(', ')}.

  Sign in as
${accounts.map(([email, because]) => `    ${email.padEnd(width)}  ${because}`).join('\n')}
  with the password ${DEMO_PASSWORD}

  Everybody in the demo has this password, and it is no secret: keep the demo off sites that others can reach.
`);
}
