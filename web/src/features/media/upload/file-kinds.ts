import type { Media } from '@roost/contract/media';

/** Exact types make phones convert their own formats (HEIC, HEVC) to one of these. */
const types: Record<string, Media['type']> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
};
export const ACCEPT = Object.keys(types).join();
export const ACCEPT_PICTURES = Object.keys(types)
  .filter((type) => types[type] === 'image')
  .join();

/** File name endings, for systems that do not report a type. */
const endings: Record<string, string> = {
  avif: 'image/avif',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** The kind of a file by its reported type, otherwise by its name's ending. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): Media['type'] | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return types[type || (endings[ending] ?? '')];
}
