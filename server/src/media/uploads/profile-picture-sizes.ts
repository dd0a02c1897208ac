import { AVATAR_WIDTHS, COVER_WIDTHS } from '@roost/contract/media';
import type { PictureSize } from '../worker/worker-tasks.ts';

const sizes = new Map<string, readonly PictureSize[]>([
  ['avatar', AVATAR_WIDTHS.map((width) => sized(width, width))],
  ['coverImage', COVER_WIDTHS.map((width) => sized(width, Math.round(width / 3)))],
]);

/** Returns the fixed sizes for avatars and covers, by the form field. Undefined for all other pictures. */
export function profilePictureSizes(field: string): readonly PictureSize[] | undefined {
  return sizes.get(field);
}

function sized(width: number, height: number): PictureSize {
  return { name: `${width}.webp`, width, height };
}
