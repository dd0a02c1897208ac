import { expect, onTestFinished, test, vi } from 'vitest';
import { backupIdAt, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { chooseBackup, type RestoreOptions } from './choose-backup.ts';
import { streamOf, writeManifest, type Manifest } from './manifest.ts';
import { manifestOf } from './support/manifest-of.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

const timeOf = (day: number) => new Date(Date.UTC(2026, 10, day));
const idOf = (day: number) => backupIdAt(timeOf(day));

/** Has three good backups, then a damaged one, then one of a newer Roost. */
async function newTarget(): Promise<FolderTarget> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  const target = new FolderTarget(folder);
  for (const day of [1, 2, 3]) await writeManifest(target, manifestOf(idOf(day), {}));
  await target.put(manifestPath(idOf(4)), streamOf('no manifest'));
  const newer = { ...manifestOf(idOf(5), {}), format: 2 } as unknown as Manifest;
  await writeManifest(target, newer);
  return target;
}

async function chosen(options: RestoreOptions): Promise<string> {
  return (await chooseBackup(await newTarget(), options)).manifest.id;
}

test('a manifest that cannot be read does not stop the restore of another backup', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await chosen({ backupId: idOf(2) })).toBe(idOf(2));
  expect(warn).not.toHaveBeenCalled();
  expect(await chosen({})).toBe(idOf(3));
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining(`The backup ${idOf(5)} was made by a newer Roost`),
    expect.stringContaining(`The manifest of the backup ${idOf(4)} is damaged`),
  ]);
  expect(await chosen({ until: timeOf(2) })).toBe(idOf(2));
  expect(await chosen({ until: 'latest' })).toBe(idOf(3));
  expect(await chosen({ backupId: idOf(1), until: 'latest' })).toBe(idOf(1));
});

test('a named backup whose manifest cannot be read is refused', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const until of [undefined, 'latest'] as const) {
    await expect(chosen({ backupId: idOf(4), until })).rejects.toThrow('is damaged');
    await expect(chosen({ backupId: idOf(5), until })).rejects.toThrow('by a newer Roost');
  }
});

test('a target with unreadable manifests only says so', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const target = await newTarget();
  await target.delete([1, 2, 3].map((day) => manifestPath(idOf(day))));
  await expect(chooseBackup(target, {})).rejects.toThrow('has no backup that can be read');
});
