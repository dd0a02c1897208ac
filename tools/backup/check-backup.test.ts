import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../server/src/config/start-error.ts';
import { backupIdAt, manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { checkBackup } from './check-backup.ts';
import { streamOf, writeManifest } from './manifest.ts';
import { storeFile } from './store-file.ts';
import { manifestOf } from './support/manifest-of.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

const idOf = (day: number) => backupIdAt(new Date(Date.UTC(2026, 10, day)));
const pathOf = (day: number) => `backups/${idOf(day)}/settings.env`;

/** Has two good backups. */
async function newTarget(): Promise<FolderTarget> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  const target = new FolderTarget(folder);
  for (const day of [1, 2]) {
    const file = { logicalPath: 'settings.env', path: pathOf(day), isZipped: false };
    const entry = await storeFile(target, streamOf('A=1'), { ...file, recipient: null });
    await writeManifest(target, manifestOf(idOf(day), { files: [entry] }));
  }
  return target;
}

test('a check reads the newest backup, or a named one', async () => {
  const target = await newTarget();
  await target.put(pathOf(1), streamOf('A=2'));
  expect(await checkBackup(target)).toBe(`The backup ${idOf(2)} is whole: 1 file.`);
  await expect(checkBackup(target, idOf(1))).rejects.toThrow(`${pathOf(1)} in ${target.name} is`);
});

test('with a damaged manifest, a check names its backup, reads the newest readable one, and fails', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const target = await newTarget();
  await target.put(manifestPath(idOf(3)), streamOf('no manifest'));
  await expect(checkBackup(target)).rejects.toThrow(
    new StartError(
      `The backup ${idOf(2)} is whole: 1 file. But newer ones cannot be read. Make a new backup.`,
    ),
  );
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining(`The manifest of the backup ${idOf(3)} is damaged`),
  ]);
  await expect(checkBackup(target, idOf(3))).rejects.toThrow('is damaged');
  await target.put(pathOf(2), streamOf('A=2'));
  await expect(checkBackup(target)).rejects.toThrow(`${pathOf(2)} in ${target.name} is damaged`);
});
