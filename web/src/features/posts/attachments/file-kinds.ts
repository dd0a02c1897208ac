import type { Media } from '@roost/contract/media';

/** Exact types: asked for these, phones convert their own (HEIC, HEVC) into one of them. */
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

/** Where the system does not know a type by name. */
const endings: Record<string, string> = {
  avif: 'image/avif',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** By what the system says it is, else by the ending of its name. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): Media['type'] | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return types[type || (endings[ending] ?? '')];
}
