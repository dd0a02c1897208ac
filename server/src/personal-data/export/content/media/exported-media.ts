import { loadMedia, variantsOf } from '../../../../media/present-media.ts';
import type { ShownMedia } from '../../../../media/media.queries.ts';
import type { MemberContext } from '../../../../kernel/context.ts';
import type { StoredFile } from '../../../../platform/storage/storage.ts';
import type { ExportedMedium } from '../export-item.ts';

/** The file of a medium that an export contains: the video, or the widest picture. Undefined if it is not ready yet. */
export function mainFile({
  kind,
  files,
}: Pick<ShownMedia, 'kind' | 'files'>): StoredFile | undefined {
  if (kind === 'video') return files.find(({ name }) => name.startsWith('video.'));
  return variantsOf(files).toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
}

export const mediumPath = (id: string, { name }: StoredFile) => `media/${id}-${name}`;

/** Loads the media of some items. Returns a function that lists those of one item, in order. */
export async function loadExportedMedia(
  ctx: MemberContext,
  ids: string[],
): Promise<(own: string[]) => ExportedMedium[]> {
  const media = await loadMedia(ctx, ids);
  return (own) =>
    own.flatMap((id) => {
      const row = media.get(id);
      const file = row && mainFile(row);
      return file ? [{ path: mediumPath(id, file), alt: row.alt, kind: row.kind }] : [];
    });
}
