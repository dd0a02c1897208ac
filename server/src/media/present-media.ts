import type { Media } from '@roost/contract/media';
import type { Context } from '../kernel/context.ts';
import { mediaPath } from '../platform/storage/media-path.ts';
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
  };
  if (row.kind === 'video') {
    const hasPoster = row.files.some(({ name }) => name === 'poster.webp');
    return {
      ...shared,
      url: urlOf(videoName(row)),
      ...(hasPoster && { poster: urlOf('poster.webp') }),
    };
  }
  const variants = row.files.map(({ name, width }) => ({
    url: urlOf(name),
    width: width ?? row.width,
  }));
  return { ...shared, url: variants.at(-1)?.url ?? urlOf('320.webp'), variants };
}

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
