import type { Readable } from 'node:stream';
import { digestStream } from '../../server/src/platform/backup/digest-stream.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { encode, endingOf } from '../../server/src/platform/backup/codec.ts';
import type { Entry } from './manifest.ts';

/** Encodes a file, stores it, and describes it for the manifest. */
export async function storeFile(
  target: BackupTarget,
  content: Readable,
  file: { logicalPath: string; path: string; isZipped: boolean; recipient: string | null },
): Promise<Entry> {
  const path = `${file.path}${endingOf(file.isZipped, file.recipient)}`;
  const digest = digestStream();
  const encoded = await encode(content, path, file.recipient);
  encoded.once('error', (error) => digest.stream.destroy(error));
  content.once('error', (error) => digest.stream.destroy(error));
  await target.put(path, encoded.pipe(digest.stream));
  return { logicalPath: file.logicalPath, path, bytes: digest.bytes(), sha256: digest.sha256() };
}
