import { wallClock } from '../../server/src/lib/wall-clock.ts';
import { BACKUPS, listBackups, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { DRAFTS } from '../../server/src/platform/backup/folder-target.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { tryManifest, UnreadableManifest, type Manifest } from './manifest.ts';

const DRAFT_OF_WAL = `${DRAFTS}wal `;
/** PostgreSQL may be archiving a segment, which takes a few minutes at most. */
const WAL_DRAFT_LIFETIME_MS = 86_400_000;

/**
 * Deletes all but the newest backups. Then it deletes each object that no kept manifest names, and the WAL from before the first
 * kept backup of its timeline. Returns how many backups it deleted. No other backup may be made meanwhile.
 *
 * A manifest that cannot be read does not count as a backup, and may name any object. So until enough newer backups exist, only
 * incomplete files are deleted.
 */
export async function prune(target: BackupTarget, keep: number): Promise<number> {
  await pruneDrafts(target);
  const gone = await listBackups(target);
  const kept: Manifest[] = [];
  const unreadable: UnreadableManifest[] = [];
  while (kept.length < keep) {
    const id = gone.pop();
    if (id === undefined) break;
    const manifest = await tryManifest(target, id);
    if (manifest instanceof UnreadableManifest) unreadable.push(manifest);
    else kept.push(manifest);
  }
  for (const { message } of unreadable)
    console.warn(`${message} Nothing is deleted until it is gone, or ${keep} newer backups exist.`);
  if (unreadable.length > 0) return 0;
  // Manifests go first. If this program ends too early, what is left of an old backup is no backup any more.
  await target.delete(gone.map(manifestPath));
  const named = new Set(kept.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const folder of [BACKUPS, 'files/']) {
    const unnamed: string[] = [];
    for await (const { path } of target.list(folder)) if (!named.has(path)) unnamed.push(path);
    await target.delete(unnamed);
  }
  await pruneWal(
    target,
    kept.map(({ database }) => database),
  );
  return gone.length;
}

/** Deletes incomplete files of killed processes. */
async function pruneDrafts(target: BackupTarget): Promise<void> {
  const oldest = wallClock() - WAL_DRAFT_LIFETIME_MS;
  const left: string[] = [];
  for await (const { path, writtenAt } of target.list(DRAFTS))
    if (!path.startsWith(DRAFT_OF_WAL) || writtenAt.getTime() < oldest) left.push(path);
  await target.delete(left);
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
