import { expect, onTestFinished, test } from 'vitest';
import { backupIdAt } from '../../server/src/platform/backup/backup-ids.ts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { streamOf, writeManifest, type ClusterPart } from './manifest.ts';
import { prune } from './prune.ts';
import { manifestOf } from './support/manifest-of.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

async function newTarget(): Promise<FolderTarget> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  return new FolderTarget(folder);
}

const idOf = (day: number) => backupIdAt(new Date(Date.UTC(2026, 10, day)));

const segmentOf = (timeline: number, position: number) =>
  [timeline, 0, position].map((part) => String(part).padStart(8, '0')).join('');

const clusterAt = (timeline: number, position: number): ClusterPart => ({
  kind: 'cluster',
  systemId: '7',
  timeline,
  startSegment: segmentOf(timeline, position),
  stopSegment: segmentOf(timeline, position),
  stopLsn: '0/0',
  folders: [],
});

/** Stores the WAL of these positions as the archive would. */
async function archive(target: FolderTarget, timeline: number, positions: number[]): Promise<void> {
  for (const position of positions)
    await target.put(`wal/7/${segmentOf(timeline, position)}.0123456789abcdef.gz`, streamOf('wal'));
}

async function segmentsIn(target: FolderTarget): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of target.list('wal/')) names.push(path.slice(6, 30));
  return names.sort();
}

test('after a restore of an old backup, the WAL of the new timeline stays from its first backup on', async () => {
  const target = await newTarget();
  for (const day of [1, 2, 3, 4, 5, 6, 7])
    await writeManifest(target, manifestOf(idOf(day), { database: clusterAt(1, day * 10) }));
  await archive(target, 1, [10, 11, 20, 21, 70, 71]);
  // The restored database continues at the end of the first backup.
  await archive(target, 2, [11, 12, 13, 14]);
  await writeManifest(target, manifestOf(idOf(8), { database: clusterAt(2, 12) }));

  expect(await prune(target, 7)).toBe(1);
  expect(await segmentsIn(target)).toEqual([
    ...[20, 21, 70, 71].map((position) => segmentOf(1, position)),
    ...[12, 13, 14].map((position) => segmentOf(2, position)),
  ]);
});
