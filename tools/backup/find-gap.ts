import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { nextSegment } from './copy-cluster.ts';
import type { ClusterPart } from './manifest.ts';
import { systemFolder } from './wal-objects.ts';

/** Lists the archived segments from after a backup, on its timeline, in their order. */
export async function listLaterSegments(
  target: BackupTarget,
  { systemId, stopSegment }: ClusterPart,
): Promise<string[]> {
  // PostgreSQL may archive a segment again, with the ending of a new setting.
  const names = new Set<string>();
  const folder = systemFolder(systemId);
  const timeline = stopSegment.slice(0, 8);
  for await (const { path } of target.list(`${folder}${timeline}`)) {
    const [name = '', digest = ''] = path.slice(folder.length).split('.');
    if (/^[\da-f]{16}$/.test(digest) && name > stopSegment) names.add(name);
  }
  return [...names].sort();
}

/** Finds the first segment that the archive lacks, although it has a later one. */
export function findGap(
  { stopSegment }: ClusterPart,
  later: readonly string[],
): string | undefined {
  let expected = nextSegment(stopSegment);
  for (const name of later) {
    if (name !== expected) return expected;
    expected = nextSegment(name);
  }
  return undefined;
}
