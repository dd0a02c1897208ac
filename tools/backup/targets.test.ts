import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { MissingObject } from '../../server/src/platform/backup/missing-object.ts';
import { backupIdAt, listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { startObjectStore } from '../../server/test/support/object-store.ts';
import { segmentsBetween } from './copy-cluster.ts';
import { readManifest, streamOf, writeManifest, type Manifest } from './manifest.ts';
import { prune } from './prune.ts';
import { storeFile } from './store-file.ts';
import { verifyStored } from './stored-files.ts';
import { manifestOf } from './support/manifest-of.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

const folder = await openFolder();
const store = await startObjectStore(folder);
afterAll(async () => {
  await store.close();
  await removeFolder(folder);
});

async function targetAt(to: string): Promise<BackupTarget> {
  const { backup } = readConfig({
    BACKUP_TO: to,
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  if (!backup) throw new Error('no target');
  return openTarget(backup);
}

async function pathsIn(target: BackupTarget, prefix = ''): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of target.list(prefix)) paths.push(path);
  return paths.sort();
}

describe.each([
  ['a folder', `${folder}/target`],
  ['an object store', 's3://roost/target'],
])('%s', (_, to) => {
  test('keeps objects, lists them by the beginning of their path, and deletes them', async () => {
    const target = await targetAt(`${to}/objects`);
    // More than one part of an upload.
    const large = randomBytes(17 * 1_048_576);
    await target.put('a/large', Readable.from([large]));
    await target.put('a/other', streamOf('first'));
    await target.put('a/other', streamOf('second'));
    await target.put('b/one', streamOf(''));
    expect((await buffer(await target.get('a/large'))).equals(large)).toBe(true);
    expect((await buffer(await target.get('a/other'))).toString()).toBe('second');
    expect(await pathsIn(target)).toEqual(['a/large', 'a/other', 'b/one']);
    expect(await pathsIn(target, 'a/l')).toEqual(['a/large']);
    await target.delete(['a/large', 'b/one', 'none']);
    expect(await pathsIn(target)).toEqual(['a/other']);
    await expect(target.get('b/one')).rejects.toBeInstanceOf(MissingObject);
  });

  test('has no object after a stream that failed', async () => {
    const target = await targetAt(`${to}/failed`);
    const failing = Readable.from(
      (function* () {
        yield Buffer.alloc(100);
        throw new Error('the disk is broken');
      })(),
    );
    await expect(target.put('a/file', failing)).rejects.toThrow('the disk is broken');
    expect(await pathsIn(target)).toEqual([]);
  });

  test('keeps the newest backups with their files, and the WAL from the oldest of them on', async () => {
    const target = await targetAt(`${to}/retention`);
    const ids = [1, 2, 3].map((day) => backupIdAt(new Date(Date.UTC(2026, 10, day))));
    const segment = (number: number) => `00000001000000000000000${number}`;
    for (const [index, id] of ids.entries()) {
      const store = async (path: string) =>
        storeFile(target, streamOf(path), {
          logicalPath: path,
          path,
          isZipped: true,
          recipient: null,
        });
      const files = [
        await store(`backups/${id}/database/PG_VERSION`),
        await store('files/plain/media/1/kept'),
        await store(`files/plain/media/2/of-${index}`),
      ];
      const database: Manifest['database'] = {
        kind: 'cluster',
        systemId: '7',
        timeline: 1,
        startSegment: segment(index * 2),
        stopSegment: segment(index * 2),
        stopLsn: '0/0',
        folders: [],
      };
      await writeManifest(target, manifestOf(id, { files, database }));
      for (const number of [index * 2, index * 2 + 1])
        await target.put(`wal/7/${segment(number)}.0123456789abcdef.gz`, streamOf('wal'));
    }
    // Files of backups that ended in the middle.
    await target.put('drafts/files plain media 3.77', streamOf('half'));
    await target.put('backups/2026-11-02T12-00-00-000Z/database/half', streamOf('half'));

    expect(await prune(target, 2)).toBe(1);
    expect(await listBackups(target)).toEqual(ids.slice(1));
    expect(await pathsIn(target)).toEqual([
      ...ids.slice(1).map((id) => `backups/${id}/database/PG_VERSION.gz`),
      'files/plain/media/1/kept.gz',
      'files/plain/media/2/of-1.gz',
      'files/plain/media/2/of-2.gz',
      ...ids.slice(1).map((id) => `manifests/${id}.ndjson.gz`),
      ...[2, 3, 4, 5].map((number) => `wal/7/${segment(number)}.0123456789abcdef.gz`),
    ]);
    const { files } = await readManifest(target, ids[2] ?? '');
    for (const entry of files) await verifyStored(target, entry);
    for (const entry of files.slice(0, 1)) {
      await target.put(entry.path, streamOf('other'));
      await expect(verifyStored(target, entry)).rejects.toThrow('is damaged');
    }
  });
});

test('an object store that refuses or does not answer is one line', async () => {
  const { backup } = readConfig({
    BACKUP_TO: 's3://roost/target',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const target = await openTarget(backup!);
  await expect(listBackups(target)).rejects.toThrow(
    /^s3:\/\/roost\/target\/ does not work \(.*ECONNREFUSED.*\)\.$/,
  );
  const none = await targetAt('s3://none');
  await expect(none.put('a', streamOf('b'))).rejects.toThrow(/does not work \(NoSuchBucket/);
});

test('segments of the WAL follow each other across the ends of their numbers', () => {
  expect(segmentsBetween('0000000100000002000000FE', '000000010000000300000001')).toEqual([
    '0000000100000002000000FE',
    '0000000100000002000000FF',
    '000000010000000300000000',
    '000000010000000300000001',
  ]);
});
