import { StartError } from '../../server/src/config/start-error.ts';
import { listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { chooseBackup } from './choose-backup.ts';
import { inParallel } from './in-parallel.ts';
import { verifyStored } from './stored-files.ts';

const PARALLEL_FILES = 4;

/**
 * Compares the checksums of a backup. Without an id, this is the newest one whose manifest can be read. Throws a StartError if it is
 * damaged, or if it is not the newest one.
 */
export async function checkBackup(target: BackupTarget, backupId?: string): Promise<string> {
  // A check can take hours, and another backup may be made meanwhile.
  const newest = (await listBackups(target)).at(-1) ?? '';
  const { manifest } = await chooseBackup(target, { backupId });
  await inParallel(manifest.files, PARALLEL_FILES, async (entry) => verifyStored(target, entry));
  const { length } = manifest.files;
  const whole = `The backup ${manifest.id} is whole: ${length} ${length === 1 ? 'file' : 'files'}.`;
  if (backupId === undefined && newest > manifest.id)
    throw new StartError(`${whole} But newer ones cannot be read. Make a new backup.`);
  return whole;
}
