import type { BackupTarget } from './target.ts';

/** The folder of all backups in a target. Each has a folder with its id there. */
export const BACKUPS = 'backups/';
/** A backup writes its manifest last. So a backup with a manifest is complete. */
const MANIFEST = /^manifests\/(?<id>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.ndjson\.gz$/;

/** The alphabetical order of ids is the order of their times. */
export function backupIdAt(time: Date): string {
  return time.toISOString().replaceAll(/[:.]/g, '-');
}

/** The time of the backup's start. */
export function timeOfBackup(id: string): Date {
  return new Date(id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));
}

export const manifestPath = (id: string): string => `manifests/${id}.ndjson.gz`;

/** The ids of all complete backups, the oldest first. */
export async function listBackups(target: BackupTarget): Promise<string[]> {
  const ids: string[] = [];
  for await (const { path } of target.list('manifests/')) {
    const id = MANIFEST.exec(path)?.groups?.id;
    if (id !== undefined) ids.push(id);
  }
  return ids.sort();
}
