import * as words from '#words/users';
import { inMegabytes } from '../../../lib/format/megabytes.ts';

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
/** These types make phones convert their own formats (HEIC) to one of them. */
export const PICTURE_TYPES = types.join();

/** Why a file cannot become an avatar or a cover. Undefined if it can. Without a limit the server decides. */
export function problemWithPicture(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  mostBytes: number | undefined,
): string | undefined {
  // If the system reports no type, the crop dialog finds out whether the browser can show it.
  if (type !== '' && !types.includes(type)) return words.cantBeUsed({ name });
  if (size === 0) return words.isEmpty({ name });
  if (mostBytes !== undefined && size > mostBytes)
    return words.pictureTooLarge({
      name,
      size: inMegabytes(size),
      limit: inMegabytes(mostBytes),
    });
  return undefined;
}
