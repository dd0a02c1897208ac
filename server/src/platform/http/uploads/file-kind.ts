import { fileTypeFromBuffer } from 'file-type';

export type MediaKind = 'image' | 'video';

/** The length of the beginning of a file that shows its type. */
export const SIGNATURE_BYTES = 4_100;

/** The accepted types. The server refuses all others before any decoder reads them. */
const kinds: Record<string, MediaKind> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/apng': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'video/mp4': 'video',
  'video/x-m4v': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
};

/** Returns the kind of a file by its first bytes, or null for types that are not accepted. Ignores its name and header. */
export async function kindOf(beginning: Uint8Array): Promise<MediaKind | null> {
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined);
  return (found && kinds[found.mime]) ?? null;
}
