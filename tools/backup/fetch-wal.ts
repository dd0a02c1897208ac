// PostgreSQL runs this during a recovery: `fetch-wal.ts <system> <name> <path>`. Exit code 1 says that there is no such file.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readConfig } from '../../server/src/config/config.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { backupConfig } from './backup-config.ts';
import { decode, NoKeyOpens } from '../../server/src/platform/backup/codec.ts';
import { KEY_VARIABLE } from '../../server/src/platform/backup/key-file.ts';
import { readObject } from './read-object.ts';
import { systemFolder, WAL_UNREADABLE } from './wal-objects.ts';

/** A code above 125 ends the recovery. PostgreSQL takes any other error code for the end of the WAL. */
const FAILED = 126;

try {
  const [, , system = '', name = '', path = ''] = process.argv;
  process.exit((await fetchFile(system, name, path)) ? 0 : 1);
} catch (error) {
  console.error(`${WAL_UNREADABLE}${(error as Error).message}`);
  process.exit(FAILED);
}

async function fetchFile(system: string, name: string, path: string): Promise<boolean> {
  const target = await openTarget(backupConfig(readConfig(process.env)));
  const identity = process.env[KEY_VARIABLE] ?? null;
  for await (const found of target.list(`${systemFolder(system)}${name}.`)) {
    const [digest = ''] = found.path.slice(`${systemFolder(system)}${name}.`.length).split('.');
    // Skips `<segment>.<offset>.backup` files, whose names also begin with the name of the segment.
    if (!/^[\da-f]{16}$/.test(digest)) continue;
    const content = await readObject(target, found.path, async (stored) =>
      buffer(await decode(stored, found.path, identity)),
    ).catch((error: unknown) => {
      if (error instanceof StartError) throw error;
      const problem = error instanceof NoKeyOpens ? 'cannot be decoded' : 'is damaged';
      throw new Error(`${found.path} ${problem} (${(error as Error).message}).`);
    });
    if (!createHash('sha256').update(content).digest('hex').startsWith(digest))
      throw new Error(`${found.path} is damaged (its checksum is wrong).`);
    await writeFile(path, content, { mode: 0o600 });
    return true;
  }
  return false;
}
