import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAppForTest } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { fileOf, mediaFiles, noise, send, sendPost, upload } from '../../../test/support/media.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { videoOf } from '../../../test/support/videos.ts';

const MB = 1_048_576;

/** A folder on a separate small disk. Null if the test may not mount one. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'roost-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const media = join(folder, 'media');
  mkdirSync(media);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', media], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', media]));
  return folder;
}

/** Fills the disk of this folder except for `left` bytes. Returns the undo function. */
function fill(folder: string, left: number): () => void {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
  return () => rmSync(ballast);
}

test('a full disk gives no 500, leaves no files, and works again with space', async ({ skip }) => {
  const folder = smallDisk(24);
  skip(folder === null, 'only root can mount a small disk');
  if (!folder) return;
  const app = await startAppForTest({ ROOST_DATA: folder });
  // Pretends that the disk has space at the check. It then runs out while files arrive and are made.
  vi.spyOn(app.ctx.media.disk, 'measure').mockResolvedValue({
    freeBytes: 4_096 * MB,
    totalBytes: 4_096 * MB,
  });
  const [member] = (await crowdOf(app, 1)) as [Member];
  const picture = await fileOf('noise.png', noise(700, 700).png());
  const clip = await videoOf('mp4', { frameBytes: 100_000, frames: 30 });
  await upload(member, picture);
  const ownApp = { dataFolder: folder } as typeof app;
  const before = await mediaFiles(ownApp);
  // The disk becomes full while the file arrives, while the worker reads it, and while it is stored.
  for (const left of [0, 500_000, 1_500_000, 2_000_000, 3_300_000, 5_000_000]) {
    const free = fill(join(folder, 'media'), left);
    for (const file of [picture, clip]) {
      for (const response of [
        await send(member, file),
        await sendPost(member, { content: 'Look' }, [file]),
      ]) {
        const { code } = (await response.json()) as { code?: string };
        if (response.status === 201) expect(left).toBeGreaterThan(file.bytes.length);
        else expect([response.status, code]).toEqual([507, 'storage_full']);
      }
    }
    expect((await member.post('Text works.')).content).toBe('Text works.');
    free();
    expect(await findDrift(app.ctx)).toEqual([]);
  }
  const rows = await app.ctx.db.selectFrom('media').select('id').execute();
  const after = (await mediaFiles(ownApp)).filter((path) => !before.includes(path));
  const known = new Set(rows.map(({ id }) => id));
  expect(after.filter((path) => !known.has(path.split('/').at(-2) ?? ''))).toEqual([]);
  await upload(member, clip);
});
