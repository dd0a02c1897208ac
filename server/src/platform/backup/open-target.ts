import type { BackupConfig } from '../../kernel/config.ts';
import { FolderTarget } from './folder-target.ts';
import type { BackupTarget } from './target.ts';

export async function openTarget({ to }: Pick<BackupConfig, 'to'>): Promise<BackupTarget> {
  if ('folder' in to) return new FolderTarget(to.folder);
  // Loaded only when needed, because it is larger than the rest of the server.
  const { S3Target } = await import('./s3-target.ts');
  return new S3Target(to.s3, to.prefix);
}
