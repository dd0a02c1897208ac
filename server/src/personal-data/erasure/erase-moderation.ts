import type { MemberContext } from '../../kernel/context.ts';
import { caseChanged } from '../../moderation/moderation.events.ts';
import { deleteEvidence } from '../../moderation/retention/retention.queries.ts';
import { releaseMedia } from '../../moderation/retention/sweep-moderation.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { listChats } from './erase-chats.queries.ts';
import * as queries from './erase-moderation.queries.ts';

const EVIDENCE_PER_BATCH = 100;
const CHATS_PER_BATCH = 100;

/**
 * Deletes what reports and decisions say about the person, and what the person wrote in them. Cases, reports and decisions stay with
 * ids and states. The evidence of open cases stays, and so do the comments in them, until some time after their end.
 */
export async function eraseModeration(ctx: MemberContext): Promise<void> {
  const { id: userId } = ctx.viewer;
  await eraseEvidence(ctx);
  for (let after: string | null = null; ;) {
    const chats: string[] = await listChats(ctx, userId, after, CHATS_PER_BATCH);
    if (chats.length > 0) await eraseMessagesInEvidence(ctx, chats);
    if (chats.length < CHATS_PER_BATCH) break;
    after = chats.at(-1) ?? null;
  }
  await queries.deleteComments(ctx, userId);
  await transaction(ctx, async (tx) => {
    await queries.deleteAppeals(tx, userId);
    await queries.emptyDecisions(tx, userId);
    await queries.deleteModerationNotes(tx, userId);
    await queries.deleteFingerprints(tx, userId);
    for (const caseId of await queries.unassignCases(tx, userId)) emit(tx, caseChanged, { caseId });
  });
}

/** Deletes the evidence of closed cases about the person. */
async function eraseEvidence(ctx: MemberContext): Promise<void> {
  for (;;) {
    const ids = await queries.listClosedEvidence(ctx, ctx.viewer.id, EVIDENCE_PER_BATCH);
    if (ids.length === 0) return;
    await transaction(ctx, async (tx) => releaseMedia(tx, await deleteEvidence(tx, ids)));
  }
}

/** Takes the messages of the person from the evidence of closed cases about the other person of these chats. */
async function eraseMessagesInEvidence(ctx: MemberContext, chats: string[]): Promise<void> {
  const { id: userId } = ctx.viewer;
  for (;;) {
    const found = await queries.listEvidenceWith(ctx, userId, chats, EVIDENCE_PER_BATCH);
    for (const { id, media_ids, is_reported } of found)
      await transaction(ctx, async (tx) => {
        if (is_reported) return releaseMedia(tx, await deleteEvidence(tx, [id]));
        await queries.removeMessagesOf(tx, userId, id);
        if (media_ids.length > 0)
          await releaseMedia(tx, await queries.releaseHeld(tx, id, media_ids));
      });
    if (found.length < EVIDENCE_PER_BATCH) return;
  }
}
