import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { walArchiveOf } from './wal-archive.ts';

test('the archive gets the settings that it needs and no others', () => {
  const needed = {
    BACKUP_TO: 's3://roost/target',
    BACKUP_WAL: 'on',
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'key',
    ROOST_DATA: '/tmp/none',
    // Node reads the certificates of a private store from this file.
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  };
  const archive = walArchiveOf(readConfig(needed), { ...needed, SHARED_SECRET: 'secret' });
  expect(archive?.env).toEqual(needed);
});
