import type { MemberContext } from '../../../kernel/context.ts';
import { listDraftRows } from '../../../posts/drafts/draft.queries.ts';
import { postUrl, type ExportItem } from './export-item.ts';
import { loadExportedMedia } from './media/exported-media.ts';

/** Reads the drafts of a person, which are few. A reply has a link to the post that it answers. */
export async function* readDrafts(ctx: MemberContext): AsyncGenerator<ExportItem> {
  const drafts = await listDraftRows(ctx, ctx.viewer.id);
  const mediaOf = await loadExportedMedia(
    ctx,
    drafts.flatMap(({ media_ids }) => media_ids),
  );
  for (const draft of drafts)
    yield {
      at: draft.updated_at.toISOString(),
      text: draft.content,
      media: mediaOf(draft.media_ids),
      details: {
        ...(draft.conversation_id === null && { visibility: draft.visibility }),
        ...(draft.parent_id && { answers: postUrl(ctx, draft.parent_id) }),
      },
    };
}
