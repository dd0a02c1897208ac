import { v7 as newId } from 'uuid';
import type { Draft, DraftInput } from '@roost/contract/drafts';
import { AppError } from '@roost/contract/errors';
import { MAX_DRAFTS } from '@roost/contract/limits';
import { lockAccount } from '../../auth/account.queries.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { changeDraftMedia } from '../../media/uploads/draft-media.ts';
import type { DraftRecord } from '../../platform/database/tables.ts';
import { transaction } from '../../platform/database/transaction.ts';
import {
  countDrafts,
  deleteDraftRow,
  insertDraft,
  listDraftRows,
  lockDraft,
  updateDraft,
} from './draft.queries.ts';
import { presentDrafts } from './present-draft.ts';

const notFound = () => new AppError('not_found', { message: 'Draft not found.' });

export async function listDrafts(ctx: MemberContext): Promise<Draft[]> {
  return presentDrafts(ctx, await listDraftRows(ctx, ctx.viewer.id));
}

/** Throws `too_many_drafts` at the limit. */
export async function createDraft(ctx: MemberContext, input: DraftInput): Promise<Draft> {
  checkDraft(input);
  const id = newId();
  return transaction(ctx, async (tx) => {
    const { id: user_id } = tx.viewer;
    // Drafts made at the same time wait for each other, so that together they keep the limit.
    await lockAccount(tx, user_id);
    if ((await countDrafts(tx, user_id)) >= MAX_DRAFTS) throw new AppError('too_many_drafts');
    const media_ids = await changeDraftMedia(tx, id, [], input.mediaIds);
    return presentOne(tx, await insertDraft(tx, { id, user_id, ...columnsOf(input), media_ids }));
  });
}

/** Throws `not_found`, also for a draft of somebody else, and `draft_changed` if `version` is no longer the stored one. */
export async function saveDraft(
  ctx: MemberContext,
  id: string,
  input: DraftInput,
  version?: string,
): Promise<Draft> {
  checkDraft(input);
  return transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    const known = await lockDraft(tx, userId, id);
    if (!known) throw notFound();
    if (version !== undefined && known.updated_at.getTime() !== Date.parse(version))
      throw new AppError('draft_changed');
    const media_ids = await changeDraftMedia(tx, id, known.media_ids, input.mediaIds);
    return presentOne(tx, await updateDraft(tx, known, { ...columnsOf(input), media_ids }));
  });
}

/** The uploads stay for a day, so that an undo finds them. */
export async function deleteDraft(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const known = await lockDraft(tx, tx.viewer.id, id);
    if (!known) throw notFound();
    await changeDraftMedia(tx, id, known.media_ids, []);
    await deleteDraftRow(tx, tx.viewer.id, id);
  });
}

function checkDraft({ content, mediaIds, parentPost, conversationId }: DraftInput): void {
  if (content === '' && mediaIds.length === 0)
    throw new AppError('bad_input', { message: 'A draft needs text or an upload.' });
  if (parentPost !== null && conversationId !== null)
    throw new AppError('bad_input', { message: 'A draft is a reply or a message, not both.' });
}

const columnsOf = ({ content, visibility, parentPost, conversationId }: DraftInput) => ({
  content,
  visibility,
  parent_id: parentPost,
  conversation_id: conversationId,
});

async function presentOne(tx: MemberContext, row: DraftRecord): Promise<Draft> {
  const [draft] = await presentDrafts(tx, [row]);
  return draft!;
}
