import type { Media } from '@roost/contract/media';
import type { Context } from '../context.ts';
import type { MediaRecord } from '../db/tables.ts';
import { findAllMedia } from './media.queries.ts';

type Asked = Pick<Context, 'origin' | 'media'>;

/**
 * A medium as this person is shown it. To be called for those only who may see what it belongs to: the addresses
 * of what is not public are signed for them.
 */
export function viewMedia(ctx: Asked, row: MediaRecord, viewerId: string): Media {
  const urlOf = (name: string) =>
    ctx.origin +
    (row.is_public
      ? ctx.media.links.path(row.id, name)
      : ctx.media.links.signedPath(row.id, name, viewerId));
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

/** Where a video is not ready, the name it will have. */
function videoName({ files }: MediaRecord): string {
  return files.find(({ name }) => name.startsWith('video.'))?.name ?? 'video.mp4';
}

/** Media rows by id. One statement, and none where there are no ids. */
export async function loadMedia(ctx: Context, ids: string[]): Promise<Map<string, MediaRecord>> {
  const rows = ids.length > 0 ? await findAllMedia(ctx, ids) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** The address of an avatar (320) or cover (1280); everyone may see those. A smaller picture is served as it is. */
export function profilePicture(ctx: Asked, id: string | null, width: 320 | 1280): string | null {
  return id && ctx.origin + ctx.media.links.path(id, `${width}.webp`);
}
