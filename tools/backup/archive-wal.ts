// PostgreSQL runs this for each complete segment of its WAL: `archive-wal.ts <path> <name>`. Only exit code 0 lets it delete the file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readConfig } from '../../server/src/config/config.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import { backupConfig } from './backup-config.ts';
import { encode, endingOf } from '../../server/src/platform/backup/codec.ts';
import { systemFolder, systemIdOf, WAL_FILE } from './wal-objects.ts';

try {
  const [, , file = '', name = ''] = process.argv;
  await archive(file, name);
  process.exit(0);
} catch (error) {
  console.error(`The WAL is not archived: ${(error as Error).message}`);
  process.exit(1);
}

async function archive(file: string, name: string): Promise<void> {
  if (!WAL_FILE.test(name)) throw new Error(`${name} is no name of a segment`);
  const backup = backupConfig(readConfig(process.env));
  const target = await openTarget(backup);
  // PostgreSQL runs this in its data directory.
  const folder = systemFolder(systemIdOf(await readFile('global/pg_control')));
  const content = await readFile(file);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const path = `${folder}${name}.${digest}${endingOf(true, backup.recipient)}`;
  for await (const found of target.list(`${folder}${name}.`)) {
    // PostgreSQL archives a segment again if it crashed before it recorded the success.
    if (found.path === path) return;
    if (found.path.startsWith(`${folder}${name}.${digest}`)) continue;
    throw new Error(`${found.path} is there already, from another copy of this database`);
  }
  await target.put(path, await encode(Readable.from([content]), path, backup.recipient));
}
