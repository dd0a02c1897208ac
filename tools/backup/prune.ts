import { BACKUPS, listBackups, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { DRAFTS } from '../../server/src/platform/backup/folder-target.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** Kept, because PostgreSQL may be archiving a segment. */
const DRAFT_OF_WAL = `${DRAFTS}wal `;

/**
 * Deletes all but the newest backups, then each object that no kept manifest names, and the WAL from before the first kept
 * backup of its timeline. Returns how many backups it deleted. No other backup may be made meanwhile.
 */
export async function prune(target: BackupTarget, keep: number): Promise<number> {
  const ids = await listBackups(target);
  const gone = ids.slice(0, Math.max(0, ids.length - keep));
  // Manifests go first. If this program ends too early, what is left of an old backup is no backup any more.
  await target.delete(gone.map(manifestPath));
  const named = new Set<string>();
  const databases: Manifest['database'][] = [];
  for (const id of ids.slice(gone.length)) {
    const { files, database } = await readManifest(target, id);
    for (const { path } of files) named.add(path);
    databases.push(database);
  }
  for (const folder of [BACKUPS, 'files/', DRAFTS]) {
    const unnamed: string[] = [];
    for await (const { path } of target.list(folder))
      if (!named.has(path) && !path.startsWith(DRAFT_OF_WAL)) unnamed.push(path);
    await target.delete(unnamed);
  }
  await pruneWal(target, databases);
  return gone.length;
}

async function pruneWal(
  target: BackupTarget,
  kept: readonly Manifest['database'][],
): Promise<void> {
  // A restore begins a new timeline at an earlier position, and a recovery stays on the timeline of its backup.
  const firsts = new Map<string, string>();
  for (const database of kept) {
    if (database.kind !== 'cluster') continue;
    const { systemId, startSegment } = database;
    const line = timelineOf(systemId, startSegment);
    const first = firsts.get(line);
    if (first === undefined || startSegment < first) firsts.set(line, startSegment);
  }
  const old: string[] = [];
  for await (const { path } of target.list('wal/')) {
    const found = /^wal\/(?<system>\d+)\/(?<segment>[\dA-F]{24})\./.exec(path)?.groups;
    if (!found?.system || !found.segment) continue;
    const first = firsts.get(timelineOf(found.system, found.segment));
    // Segments of a timeline without a backup are of no use.
    if (first === undefined || found.segment < first) old.push(path);
  }
  await target.delete(old);
}

/** Identifies a timeline of a cluster. The names of its segments have the order of their positions. */
const timelineOf = (systemId: string, segment: string): string =>
  `${systemId}/${segment.slice(0, 8)}`;
