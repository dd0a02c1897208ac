import { StartError } from '../../server/src/config/start-error.ts';
import type { BackupConfig, Config } from '../../server/src/kernel/config.ts';

export function backupConfig({ backup }: Config): BackupConfig {
  if (backup) return backup;
  throw new StartError('Set BACKUP_TO to a folder or to s3://bucket/folder first.');
}
