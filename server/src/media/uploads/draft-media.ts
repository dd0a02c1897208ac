import type { MemberContext } from '../../kernel/context.ts';
import { changeUsage } from '../quota/usage.queries.ts';
import { claimForDraft, listMediaOfDraft, releaseFromDraft } from './draft-media.queries.ts';

/**
 * Gives own unused uploads to a draft, and releases those that it no longer names. Returns the ids that now belong to the draft,
 * in order: not the uploads of others, of another draft, or of a post. It also claims ids that the draft named before, because a
 * post can have taken them from the draft and given them back.
 */
export async function changeDraftMedia(
  tx: MemberContext,
  draftId: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<string[]> {
  const { id: ownerId } = tx.viewer;
  const named = [...new Set(wanted)];
  const removed = before.filter((id) => !named.includes(id));
  const claimed = await claimForDraft(tx, ownerId, draftId, named);
  const released = await releaseFromDraft(tx, ownerId, draftId, removed);
  // An upload of a draft is in use. It still counts as stored.
  await changeUsage(tx, ownerId, { unattached: released - claimed });
  const present = await listMediaOfDraft(tx, ownerId, draftId, named);
  return named.filter((id) => present.has(id));
}
