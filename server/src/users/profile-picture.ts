import type { Context } from '../kernel/context.ts';
import { mediaPath } from '../platform/storage/media-path.ts';

/** The address of an avatar (320) or cover (1280). Everyone may see those. A smaller picture is served as it is. */
export function profilePictureUrl(
  { origin }: Pick<Context, 'origin'>,
  id: string | null,
  width: 320 | 1280,
): string | null {
  return id && origin + mediaPath(id, `${width}.webp`);
}
