import { fileTypeFromBuffer } from 'file-type';

export type MediaKind = 'image' | 'video';

/** Bytes of a file's beginning that tell what it is. */
export const TELLING_BYTES = 4_100;

/** What is taken; everything else is refused before anything tries to read it. */
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

/** What a file is by how it begins, or null when it is nothing we take. Names and stated types count for nothing. */
export async function kindOf(beginning: Uint8Array): Promise<MediaKind | null> {
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined);
  return (found && kinds[found.mime]) ?? null;
}
