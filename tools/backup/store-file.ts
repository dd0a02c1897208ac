import type { Readable } from 'node:stream';
import { countBytes } from '../../server/src/platform/backup/count-bytes.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { encode, endingOf } from '../../server/src/platform/backup/codec.ts';
import type { Entry } from './manifest.ts';

/** Encodes a file, stores it, and describes it for the manifest. */
export async function storeFile(
  target: BackupTarget,
  content: Readable,
  file: { is: string; path: string; isZipped: boolean; recipient: string | null },
): Promise<Entry> {
  const path = `${file.path}${endingOf(file.isZipped, file.recipient)}`;
  const counter = countBytes();
  const encoded = await encode(content, path, file.recipient);
  encoded.once('error', (error) => counter.stream.destroy(error));
  content.once('error', (error) => counter.stream.destroy(error));
  await target.put(path, encoded.pipe(counter.stream));
  return { is: file.is, path, bytes: counter.bytes(), sha256: counter.sha256() };
}
