// `npm run backup`: makes a backup of this Roost, also beside a running server.
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { backUp } from './back-up.ts';
import { backupConfig } from './backup-config.ts';
import { exitWith } from './exit-with.ts';
import { makeKey } from '../../server/src/platform/backup/key-file.ts';

const USAGE = `npm run backup [-- --new-key <file>]

Makes a backup in BACKUP_TO, also beside a running server. Keeps BACKUP_KEEP backups.
  --new-key <file>  makes a key instead, and prints the value of BACKUP_RECIPIENT`;

await exitWith(async () => {
  const { values } = parseArgs({
    options: { 'new-key': { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  if (values['new-key'] !== undefined) {
    const recipient = await makeKey(values['new-key']);
    return `BACKUP_RECIPIENT=${recipient}\nKeep ${values['new-key']} away from this machine. Without it, nobody can restore.`;
  }
  const config = readConfig(process.env);
  backupConfig(config);
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const made = await backUp(config, process.env);
  const megabytes = (made.bytes / 1_048_576).toFixed(1);
  const deleted = made.deletedBackups > 0 ? ` Deleted ${made.deletedBackups} old backups.` : '';
  return `Made the backup ${made.id} in ${made.target}: ${made.files} files, ${megabytes} MB, ${made.copiedMedia} new media files.${deleted}`;
}, USAGE);
