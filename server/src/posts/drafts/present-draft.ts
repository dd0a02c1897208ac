import type { Draft } from '@roost/contract/drafts';
import type { MemberContext } from '../../kernel/context.ts';
import type { ShownMedia } from '../../media/media.queries.ts';
import { findDraftMedia } from '../../media/uploads/draft-media.queries.ts';
import { presentMedia } from '../../media/present-media.ts';
import type { DraftRecord } from '../../platform/database/tables.ts';

/** Presents drafts of the viewer, with the uploads that still belong to them. */
export async function presentDrafts(ctx: MemberContext, rows: DraftRecord[]): Promise<Draft[]> {
  const ids = rows.flatMap(({ media_ids }) => media_ids);
  const found = ids.length > 0 ? await findDraftMedia(ctx, ctx.viewer.id, ids) : [];
  const media = new Map(found.map((each) => [each.id, each]));
  return rows.map((row) => presentDraft(ctx, row, media));
}

function presentDraft(
  ctx: MemberContext,
  row: DraftRecord,
  known: ReadonlyMap<string, ShownMedia>,
): Draft {
  const media = row.media_ids.flatMap((id) => known.get(id) ?? []);
  return {
    _id: row.id,
    content: row.content,
    mediaIds: media.map(({ id }) => id),
    media: media.map((each) => presentMedia(ctx, each, ctx.viewer.id)),
    parentPost: row.parent_id,
    conversationId: row.conversation_id,
    visibility: row.visibility,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
