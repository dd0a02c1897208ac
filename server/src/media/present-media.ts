import type { Media } from '@roost/contract/media';
import type { Context } from '../kernel/context.ts';
import { mediaPath } from '../platform/storage/media-path.ts';
import type { StoredFile } from '../platform/storage/storage.ts';
import { isPoster, POSTER_NAME } from './worker/worker-tasks.ts';
import { findShownMedia, type ShownMedia } from './media.queries.ts';

type UrlContext = Pick<Context, 'origin' | 'media'>;

/**
 * Presents a medium to one person. The caller checks that this person may see its post or message, because this
 * function signs addresses of files that are not public.
 */
export function presentMedia(ctx: UrlContext, row: ShownMedia, viewerId: string): Media {
  const urlOf = (name: string) =>
    ctx.origin +
    (row.is_public ? mediaPath(row.id, name) : ctx.media.links.signedPath(row.id, name, viewerId));
  const shared = {
    _id: row.id,
    type: row.kind,
    status: row.status,
    width: row.width,
    height: row.height,
    alt: row.alt,
    placeholder: row.placeholder,
    ...(row.files.some(isPoster) && { poster: urlOf(POSTER_NAME) }),
  };
  if (row.kind === 'video') return { ...shared, url: urlOf(videoName(row)) };
  const variants = variantsOf(row.files).map(({ name, width }) => ({
    url: urlOf(name),
    width: width ?? row.width,
  }));
  return { ...shared, url: variants.at(-1)?.url ?? urlOf('320.webp'), variants };
}

/** Returns the files of a picture without its still. */
export const variantsOf = (files: readonly StoredFile[]) => files.filter((file) => !isPoster(file));

/** Returns the name of the playable file. A processing video gets it later. */
function videoName({ files }: ShownMedia): string {
  return files.find(({ name }) => name.startsWith('video.'))?.name ?? 'video.mp4';
}

/** Loads media by id, in one statement, or in none if there are no ids. */
export async function loadMedia(ctx: Context, ids: string[]): Promise<Map<string, ShownMedia>> {
  return mediaById(ids.length > 0 ? await findShownMedia(ctx, ids) : []);
}

export function mediaById(media: readonly ShownMedia[]): Map<string, ShownMedia> {
  return new Map(media.map((each) => [each.id, each]));
}
