import type { Draft as KeptDraft } from '@roost/contract/drafts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { sweepPendingUploads } from '../../../lib/pending-uploads.ts';
import { onMissed } from '../../../lib/socket/live.ts';
import { viewerIdNow } from '../../auth/session.ts';
import { attachmentOf, attachmentsOf, changeAttachments } from '../attachments/attachments.ts';
import { changeDraft, draftOf, openDraftKeys, openings } from '../drafts.ts';
import { dropLink, isHeldElsewhere, linkedKey, linkOf } from './draft-links.ts';
import { draftKeyOf } from './draft-key.ts';
import { isRemoved } from './saving/draft-removals.ts';
import { keptDraftsQuery, linksWithoutDraft } from './kept-drafts.query.ts';
import { hasUnreadyFile, isSaved, linkTo, repeatUnanswered } from './saving/save-drafts.ts';
import { unansweredCreate } from './saving/unanswered-creates.ts';

/*
 * Brings drafts of other devices into their boxes. The newer text wins, and nothing is lost. A box that was changed here keeps
 * its text, and saves it as a draft of its own. A new post starts empty, and its drafts are in the list.
 */

export const isEmpty = (draftKey: string): boolean =>
  draftOf(draftKey).text === '' && attachmentsOf(draftKey).items.length === 0;

/** Puts a kept draft into its box. */
export function fillBox(draftKey: string, draft: KeptDraft): void {
  const { content: text, visibility, media } = draft;
  // The link comes first. Otherwise the change of the box would save the draft again.
  linkTo(draftKey, draft, draft);
  changeAttachments(draftKey, { items: media.map(attachmentOf) });
  changeDraft(draftKey, { text, visibility });
}

export function emptyBox(draftKey: string): void {
  changeAttachments(draftKey, { items: [] });
  changeDraft(draftKey, { text: '' });
}

async function restore(draftKeys: readonly string[]): Promise<void> {
  const viewerId = viewerIdNow();
  const known = queryClient.getQueryData(keptDraftsQuery.queryKey) ?? [];
  const kept = known.filter(({ _id }) => !isRemoved(_id));
  for (const draft of kept) {
    const draftKey = draftKeyOf(draft, viewerId ?? '');
    if (!draftKeys.includes(draftKey)) continue;
    const link = linkOf(draftKey);
    const isNewer = link?.draftId === draft._id && link.updatedAt < draft.updatedAt;
    const isWanted = isNewer
      ? isUnchanged(draftKey)
      : !link &&
        !unansweredCreate(draftKey) &&
        isEmpty(draftKey) &&
        hasOwnBox(draft) &&
        !linkedKey(draft._id);
    if (!isWanted || (!isNewer && (await isHeldElsewhere(draft._id)))) continue;
    if (viewerId === viewerIdNow() && (isNewer || isEmpty(draftKey))) fillBox(draftKey, draft);
  }
}

/** Each reply and each chat has one box. A new post has many drafts. */
const hasOwnBox = ({ parentPost, conversationId }: KeptDraft): boolean =>
  parentPost !== null || conversationId !== null;

/** Whether a box still has the content of its version on the server, and no other file. */
const isUnchanged = (draftKey: string): boolean => isSaved(draftKey) && !hasUnreadyFile(draftKey);

/** A draft that was sent or deleted elsewhere leaves its box, unless the box was changed since. */
function dropGone(): void {
  for (const { draftKey, draftId } of linksWithoutDraft.get()) {
    if (linkOf(draftKey)?.draftId !== draftId) continue;
    const isEmptied = isUnchanged(draftKey);
    dropLink(draftKey);
    if (isEmptied) emptyBox(draftKey);
  }
}

linksWithoutDraft.subscribe(dropGone);
openings.subscribe(() => void restore([openings.get()]));
// Also after an outage, in which another device may have written.
onMissed((client) => {
  const viewerId = viewerIdNow();
  repeatUnanswered();
  if (viewerId !== undefined) void sweepPendingUploads(viewerId);
  void client
    .fetchQuery(keptDraftsQuery)
    .then(async () => restore(openDraftKeys()))
    .catch(() => {});
});
