import type { MemberContext } from '../../kernel/context.ts';
import { changeUsage } from '../quota/usage.queries.ts';
import { claimForDraft, releaseFromDraft } from './draft-media.queries.ts';

/**
 * Gives own unused uploads to a draft, and releases those that it no longer names. Returns the ids that now belong to the draft,
 * in order: not the uploads of others, of another draft, or of a post.
 */
export async function changeDraftMedia(
  tx: MemberContext,
  draftId: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<string[]> {
  const { id: ownerId } = tx.viewer;
  const added = [...new Set(wanted)].filter((id) => !before.includes(id));
  const removed = before.filter((id) => !wanted.includes(id));
  const claimed = await claimForDraft(tx, ownerId, draftId, added);
  const released = await releaseFromDraft(tx, ownerId, draftId, removed);
  // An upload of a draft is in use. It still counts as stored.
  await changeUsage(tx, ownerId, { unattached: released - claimed.length });
  const present = new Set([...claimed, ...before]);
  return [...new Set(wanted)].filter((id) => present.has(id));
}
