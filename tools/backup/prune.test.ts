import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  backupIdAt,
  listBackups,
  manifestPath,
} from '../../server/src/platform/backup/backup-ids.ts';
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

async function pathsIn(target: FolderTarget, prefix = ''): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of target.list(prefix)) paths.push(path);
  return paths.sort();
}

async function segmentsIn(target: FolderTarget): Promise<string[]> {
  return (await pathsIn(target, 'wal/')).map((path) => path.slice('wal/7/'.length).slice(0, 24));
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

test('while a manifest cannot be read, nothing goes. It does not count, and goes with its age', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const target = await newTarget();
  const store = async (day: number) =>
    writeManifest(target, manifestOf(idOf(day), { database: clusterAt(1, day * 10) }));
  await store(1);
  await store(2);
  await target.put(manifestPath(idOf(3)), streamOf('no manifest'));
  const ofUnreadable = [`backups/${idOf(3)}/database/PG_VERSION.gz`, 'files/plain/media/3/name'];
  for (const path of ofUnreadable) await target.put(path, streamOf('needed'));
  await archive(target, 1, [10, 20, 30]);
  await store(4);

  expect(await prune(target, 2)).toBe(0);
  expect(await listBackups(target)).toEqual([1, 2, 3, 4].map(idOf));
  expect(await pathsIn(target)).toEqual(expect.arrayContaining(ofUnreadable));
  expect(await segmentsIn(target)).toEqual([10, 20, 30].map((position) => segmentOf(1, position)));
  expect(warn.mock.calls.flat()).toEqual([expect.stringContaining(idOf(3))]);

  await store(5);
  expect(await prune(target, 2)).toBe(3);
  expect(await listBackups(target)).toEqual([4, 5].map(idOf));
  expect(await pathsIn(target)).toEqual([4, 5].map((day) => manifestPath(idOf(day))));
});

test('files of a killed process go, but not a segment that PostgreSQL may be archiving', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const target = await newTarget();
  const ofWal = (hours: number) =>
    `drafts/wal 7 ${segmentOf(1, hours)}.0123456789abcdef.gz.${hours}`;
  for (const hours of [1, 23, 25]) {
    const time = new Date(Date.now() - hours * 3_600_000);
    await target.put(ofWal(hours), streamOf('half'));
    await utimes(join(target.name, ofWal(hours)), time, time);
  }
  await target.put('drafts/backups 1 database dump.gz.7', streamOf('half'));
  // A damaged manifest keeps all objects, but no incomplete files.
  await target.put(manifestPath(idOf(1)), streamOf('no manifest'));

  expect(await prune(target, 2)).toBe(0);
  expect(await pathsIn(target, 'drafts/')).toEqual([1, 23].map(ofWal));
});

test('a segment whose archiving ends during the prune does not stop it', async () => {
  const target = await newTarget();
  await target.put('drafts/backups 1 database dump.gz.7', streamOf('half'));
  // As a file that another process moves between the list of names and the look at it.
  await symlink('none', join(target.name, 'drafts/wal 7 moved.7'));
  expect(await prune(target, 2)).toBe(0);
  expect(await pathsIn(target)).toEqual([]);
});
