import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { bytesOf } from './cluster-files.ts';

test('files that links lead to count, as the copy has them', async () => {
  const folder = await temporaryFolder();
  const [cluster, otherDisk] = [join(folder, 'cluster'), join(folder, 'disk')];
  mkdirSync(join(cluster, 'base/1'), { recursive: true });
  mkdirSync(join(otherDisk, 'wal/archive_status'), { recursive: true });
  writeFileSync(join(cluster, 'base/1/1259'), Buffer.alloc(1));
  writeFileSync(join(otherDisk, 'wal/segment'), Buffer.alloc(20));
  writeFileSync(join(otherDisk, 'wal/archive_status/segment.done'), Buffer.alloc(300));
  writeFileSync(join(otherDisk, 'settings'), Buffer.alloc(4_000));
  symlinkSync(join(otherDisk, 'wal'), join(cluster, 'pg_wal'));
  symlinkSync('../disk/settings', join(cluster, 'postgresql.conf'));
  expect(bytesOf(cluster)).toBe(4_321);
});
