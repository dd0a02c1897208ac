import type { MemberContext } from '../../../../kernel/context.ts';
import type { ExportItem } from '../export-item.ts';
import { loadExportedMedia } from './exported-media.ts';
import { listOwnMedia } from './own-media.queries.ts';

const MEDIA_PER_READ = 200;

/** Reads the pictures and videos that no other item has: uploads that nothing uses yet, and logos of the site. Oldest first. */
export async function* readUploads(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const own = await listOwnMedia(ctx, ctx.viewer.id, after, MEDIA_PER_READ);
    const unattached = own.filter(
      ({ used_for, is_withheld, draft_id }) =>
        (used_for === 'site' || (used_for === 'nothing' && draft_id === null)) && !is_withheld,
    );
    const mediaOf = await loadExportedMedia(
      ctx,
      unattached.map(({ id }) => id),
    );
    for (const { id, created_at } of unattached)
      yield { at: created_at.toISOString(), media: mediaOf([id]) };
    if (own.length < MEDIA_PER_READ) return;
    after = own.at(-1)?.id ?? null;
  }
}
