import type { BackupConfig } from '../../../server/src/kernel/config.ts';
import { findStuckArchive } from '../../../server/src/platform/backup/archiver.queries.ts';
import { findNewest } from '../../../server/src/platform/backup/backup-age.ts';
import { listBackups } from '../../../server/src/platform/backup/backup-ids.ts';
import { openTarget } from '../../../server/src/platform/backup/open-target.ts';
import { openDatabase } from '../../../server/src/platform/database/client.ts';
import { findRunning } from '../../../server/src/platform/database/embedded/embedded-running.ts';
import { findGap, listLaterSegments } from '../../backup/find-gap.ts';
import { tryManifest, UnreadableManifest } from '../../backup/manifest.ts';
import { fine, note, problem, type Check, type Finding } from '../check.ts';

const HOUR_MS = 3_600_000;
/** As the alert RoostBackupOld. */
const OLD_HOURS = 48;

/** Whether there is a backup, how old it is, and whether a restore would have the secrets. */
export const backups: Check = {
  name: 'backups',
  async look({ config: { backup, dataFolder, redis } }) {
    if (!backup)
      return note('BACKUP_TO is not set, so nobody makes backups', 'See docs/operating.md.');
    const found = [await lookAtAge(backup)];
    if (!backup.schedule)
      found.push(
        note(
          'BACKUP_SCHEDULE is not set, so backups are made by command only',
          'Set it, such as BACKUP_SCHEDULE="0 3 * * *".',
        ),
      );
    if (!backup.recipient)
      found.push(
        note(
          'BACKUP_RECIPIENT is not set: backups are readable, and have no secrets',
          'Make a key with npm run backup -- --new-key <file>.',
        ),
      );
    if (redis && 'folder' in backup.to)
      found.push(
        note(
          'BACKUP_TO is a folder, and several nodes (REDIS_URL) have one each',
          'With several nodes, set BACKUP_TO to an object store: s3://bucket/folder.',
        ),
      );
    if (backup.archivesWal) found.push(...(await lookForGap(backup)));
    const address = backup.archivesWal ? findRunning(dataFolder) : undefined;
    if (address) found.push(await lookAtArchive(address));
    return found;
  },
};

async function lookAtAge(backup: BackupConfig): Promise<Finding> {
  const newest = await findNewest(backup);
  const remedy = 'Run npm run backup, and look at its error. npm run admin -- jobs list --failed.';
  if (!newest) return problem('there is no backup yet', remedy);
  const hours = Math.floor((Date.now() - newest.getTime()) / HOUR_MS);
  return hours < OLD_HOURS
    ? fine(`the last backup is ${hours} hours old`)
    : problem(`the last backup is ${hours} hours old`, remedy);
}

/** A restore stops at the first segment that is missing, such as after a time without BACKUP_WAL. */
async function lookForGap(backup: BackupConfig): Promise<Finding[]> {
  const target = await openTarget(backup);
  const newest = (await listBackups(target)).at(-1);
  if (newest === undefined) return [];
  const manifest = await tryManifest(target, newest);
  const remedy = 'Run npm run backup. Then a restore reaches any time from this backup on.';
  if (manifest instanceof UnreadableManifest) return [problem(manifest.message, remedy)];
  const { database } = manifest;
  if (database.kind !== 'cluster') return [];
  const later = await listLaterSegments(target, database);
  if (later.length === 0)
    return [
      note(
        'the archive has no WAL from after the last backup',
        'Some minutes after a backup, this is normal. Later, look at the end of db/postgres.log in the data folder.',
      ),
    ];
  const gap = findGap(database, later);
  return gap === undefined
    ? [fine('the archived WAL has no gap after the last backup')]
    : [problem(`the archive lacks the WAL segment ${gap}, so no restore goes beyond it`, remedy)];
}

/** While the archive refuses the WAL, it fills the disk of the database. */
async function lookAtArchive(url: string): Promise<Finding> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    const stuck = await findStuckArchive(db);
    return stuck
      ? problem(
          `the WAL segment ${stuck.segment} is not archived`,
          'The end of db/postgres.log in the data folder says why.',
        )
      : fine('the WAL reaches its archive');
  } finally {
    await db.destroy();
  }
}
