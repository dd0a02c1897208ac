import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/src/config/config.ts';
import { backupIdAt, manifestPath } from '../../../server/src/platform/backup/backup-ids.ts';
import { FolderTarget } from '../../../server/src/platform/backup/folder-target.ts';
import { startObjectStore } from '../../../server/test/support/object-store.ts';
import { streamOf, writeManifest } from '../../backup/manifest.ts';
import { manifestOf } from '../../backup/support/manifest-of.ts';
import { backups } from './backups.ts';

async function newTarget(): Promise<FolderTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-doctor-test-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return new FolderTarget(join(folder, 'target'));
}

/** The levels and texts of all findings that contain `word`. */
async function found(target: FolderTarget, word: string, env: Record<string, string>) {
  const data = join(target.name, '../data');
  const config = readConfig({ ROOST_DATA: data, BACKUP_TO: target.name, ...env });
  const findings = [await backups.look({ config, mailTo: undefined })].flat();
  return findings.filter(({ text }) => text.includes(word)).map(({ level, text }) => [level, text]);
}

const idOf = (hoursAgo: number) => backupIdAt(new Date(Date.now() - hoursAgo * 3_600_000));
const segmentOf = (number: number) => `00000001000000000000000${number}`;

async function backUp(target: FolderTarget, hoursAgo: number, segment: string): Promise<void> {
  const database = {
    kind: 'cluster' as const,
    systemId: '7',
    timeline: 1,
    startSegment: segment,
    stopSegment: segment,
    stopLsn: '0/0',
    folders: [],
  };
  await writeManifest(target, manifestOf(idOf(hoursAgo), { database }));
}

test('a gap in the archived WAL after the newest backup is a problem until the next backup', async () => {
  const target = await newTarget();
  const archive = async (number: number, ending = 'gz') =>
    target.put(`wal/7/${segmentOf(number)}.0123456789abcdef.${ending}`, streamOf('wal'));
  const aboutWal = async () => found(target, 'WAL', { BACKUP_WAL: 'on' });
  const whole = [['fine', 'the archived WAL has no gap after the last backup']];

  expect(await aboutWal()).toEqual([]);
  await backUp(target, 30, segmentOf(1));
  const none = [['note', 'the archive has no WAL from after the last backup']];
  expect(await aboutWal()).toEqual(none);
  await archive(2);
  // PostgreSQL archived it again after a crash, and backups are encrypted since then.
  await archive(2, 'gz.age');
  await archive(3);
  expect(await aboutWal()).toEqual(whole);
  await archive(5);
  expect(await aboutWal()).toEqual([
    ['problem', `the archive lacks the WAL segment ${segmentOf(4)}, so no restore goes beyond it`],
  ]);
  expect(await found(target, 'WAL', {})).toEqual([]);
  await backUp(target, 1, segmentOf(5));
  expect(await aboutWal()).toEqual(none);
});

test('with an archived WAL, a newest backup that cannot be read is a problem', async () => {
  const target = await newTarget();
  await target.put(manifestPath(idOf(1)), streamOf('no manifest'));
  expect(await found(target, 'damaged', { BACKUP_WAL: 'on' })).toEqual([
    ['problem', expect.stringContaining(`The manifest of the backup ${idOf(1).slice(0, 10)}`)],
  ]);
});

test('a folder as the target of several nodes is noted', async () => {
  const target = await newTarget();
  const env = { REDIS_URL: 'redis://127.0.0.1:1' };
  expect(await found(target, 'node', {})).toEqual([]);
  expect(await found(target, 'node', env)).toEqual([
    ['note', 'BACKUP_TO is a folder, and several nodes (REDIS_URL) have one each'],
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'roost-doctor-test-'));
  const store = await startObjectStore(folder);
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const s3 = {
    BACKUP_TO: 's3://roost/target',
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  expect(await found(target, 'node', { ...env, ...s3 })).toEqual([]);
});
