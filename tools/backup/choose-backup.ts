import { StartError } from '../../server/src/config/start-error.ts';
import { listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import {
  readManifest,
  tryManifest,
  UnreadableManifest,
  type Entry,
  type Manifest,
} from './manifest.ts';

export interface RestoreOptions {
  /** The default is the newest one, or the newest one from before `until`. */
  backupId?: string | undefined;
  until?: Date | 'latest' | undefined;
  /** The secret keys of encrypted backups, one on each line. */
  identity?: string | undefined;
}

export interface Chosen {
  manifest: Manifest;
  /** The files of this backup. With `until`, also the media files of later backups. */
  files: Entry[];
}

/** Finds the backup to restore. Skips others that cannot be read. Throws a StartError if there is none. */
export async function chooseBackup(
  target: BackupTarget,
  { backupId, until }: RestoreOptions,
): Promise<Chosen> {
  const ids = await listBackups(target);
  if (ids.length === 0) throw new StartError(`${target.name} has no backup.`);
  if (backupId !== undefined && !ids.includes(backupId))
    throw new StartError(`${target.name} has no backup ${backupId}. See --list.`);
  if (backupId !== undefined && until === undefined) {
    const manifest = await readManifest(target, backupId);
    return { manifest, files: manifest.files };
  }
  const later: Entry[] = [];
  let isOneReadable = false;
  for (const id of ids.reverse()) {
    const manifest = await tryManifest(target, id);
    if (manifest instanceof UnreadableManifest) {
      if (id === backupId) throw manifest;
      console.warn(`${manifest.message} It is left out.`);
      continue;
    }
    isOneReadable = true;
    const isRight =
      backupId === undefined
        ? !(until instanceof Date) || Date.parse(manifest.reachesFrom) <= until.getTime()
        : id === backupId;
    if (isRight) {
      assertAfter(manifest, until);
      return { manifest, files: until ? withLater(manifest.files, later) : manifest.files };
    }
    later.push(
      ...manifest.files.filter(({ logicalPath }) => /^(?:media|exports)\//.test(logicalPath)),
    );
  }
  throw new StartError(
    isOneReadable
      ? `No backup in ${target.name} ended before that time.`
      : `${target.name} has no backup that can be read.`,
  );
}

function assertAfter({ id, reachesFrom }: Manifest, until: RestoreOptions['until']): void {
  if (until instanceof Date && until.getTime() < Date.parse(reachesFrom))
    throw new StartError(`The backup ${id} ended at ${reachesFrom}, which is after that time.`);
}

function withLater(own: Entry[], later: Entry[]): Entry[] {
  const names = new Set(own.map(({ logicalPath }) => logicalPath));
  const more = new Map(
    later
      .filter(({ logicalPath }) => !names.has(logicalPath))
      .map((entry) => [entry.logicalPath, entry]),
  );
  return [...own, ...more.values()];
}
