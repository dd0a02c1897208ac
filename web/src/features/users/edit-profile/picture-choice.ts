import { inMegabytes } from '../../../lib/megabytes.ts';

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
/** Asked for these, phones turn their own kinds (HEIC) into one of them. */
export const PICTURE_TYPES = types.join();

/** Why a file can't become an avatar or cover; undefined when it can. Without a limit the server is the judge. */
export function problemWithPicture(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  mostBytes: number | undefined,
): string | undefined {
  // Where the system knows no type, whether it can be shown will tell.
  if (type !== '' && !types.includes(type))
    return `${name} can’t be used. Choose a JPEG, PNG, WebP, GIF or AVIF picture.`;
  if (size === 0) return `${name} is empty.`;
  if (mostBytes !== undefined && size > mostBytes)
    return `${name} is too large (${inMegabytes(size)}). Pictures can have up to ${inMegabytes(mostBytes)}.`;
  return undefined;
}
