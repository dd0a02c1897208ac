// `npm run restore`: restores a backup into an empty data folder.
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { backupConfig } from './backup-config.ts';
import { checkBackup } from './check-backup.ts';
import { describeRestored } from './describe-restored.ts';
import { exitWith } from './exit-with.ts';
import { readKey } from '../../server/src/platform/backup/key-file.ts';
import { restore } from './restore.ts';

const USAGE = `npm run restore [-- --backup <id>] [--until <time>|latest] [--key <file>] [--from <target>]
npm run restore -- --list
npm run restore -- --check [--backup <id>]

Restores the newest backup of BACKUP_TO into ROOST_DATA, which must be empty.
  --backup <id>   another backup; --list shows their ids
  --until <time>  the state of this time, such as 2026-11-27T12:00:00Z; needs BACKUP_WAL=on before
  --key <file>    the key of encrypted backups; a file can have several
  --from <target> a folder or s3://bucket/folder instead of BACKUP_TO
  --check         only compares the checksums of a backup`;

await exitWith(async (untilStopped) => {
  const { values } = parseArgs({
    options: {
      backup: { type: 'string' },
      until: { type: 'string' },
      key: { type: 'string' },
      from: { type: 'string' },
      list: { type: 'boolean' },
      check: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return USAGE;
  // PostgreSQL starts fetch-wal.ts during the recovery, which reads the target from the environment.
  const env = { ...process.env, ...(values.from !== undefined && { BACKUP_TO: values.from }) };
  const config = readConfig(env);
  const target = await openTarget(backupConfig(config));
  if (values.list) return (await listBackups(target)).join('\n') || `${target.name} has no backup.`;
  if (values.check) return checkBackup(target, values.backup);
  // This comes before `dropRights`, because only root may be able to read the key.
  const identity = values.key === undefined ? undefined : readKey(values.key);
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const restored = await restore(
    config,
    { backupId: values.backup, until: timeIn(values.until), identity },
    env,
    untilStopped(),
  );
  return describeRestored(config, restored);
}, USAGE);

function timeIn(text: string | undefined): Date | 'latest' | undefined {
  if (text === undefined || text === 'latest') return text;
  // Without a zone it would be the time of this machine's zone, and not that of the log.
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new StartError('--until must be a time with its zone, such as 2026-11-27T12:00:00Z.');
  return new Date(text);
}
