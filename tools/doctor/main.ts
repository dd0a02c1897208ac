// `npm run doctor`: looks whether everything around this Roost works. Works beside a running server.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { examine, linesOf } from './examine.ts';

const USAGE = 'npm run doctor [-- --mail <address>] [--json]';

process.exit(await main());

/** Returns the exit code: 1 if there is a problem. */
async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: { mail: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(USAGE);
      return 0;
    }
    const config = { ...readConfig(process.env), logLevel: 'silent' as const };
    prepareDataFolder(config.dataFolder);
    await dropRights(config);
    const found = await examine({ config, mailTo: values.mail });
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    if (values.json) console.log(JSON.stringify({ version, found }, null, 2));
    else console.log([`Roost ${version} on Node ${process.version}`, ...linesOf(found)].join('\n'));
    return Number(found.some(({ level }) => level === 'problem'));
  } catch (error) {
    console.error(
      error instanceof StartError ? error.message : `${(error as Error).message}\n${USAGE}`,
    );
    return 1;
  }
}
