import * as words from '#words/compose';
import { deleteDraft, type Draft as KeptDraft } from '@roost/contract/drafts';
import { queryClient } from '../../../../lib/cache/query-client.ts';
import { keepChanging } from '../../../../lib/cache/write-cache.ts';
import { isNothingFound } from '../../../../lib/api/nothing-found.ts';
import { sendLater, TakenBack } from '../../../../lib/api/send-later.ts';
import { sessionNumber } from '../../../../lib/logout.ts';
import { toast } from '../../../../ui/overlays/toasts.ts';
import { viewerIdNow } from '../../../auth/session.ts';
import { draftOpener } from '../draft-openers.ts';
import { dropLink, linkedKey } from '../draft-links.ts';
import { draftKeyOf } from '../draft-key.ts';
import { keptDraftsQuery, showKept } from '../kept-drafts.query.ts';
import { emptyBox, fillBox, isEmpty } from '../restore-drafts.ts';
import { hasUnreadyFile, isSaved, saveNow } from '../saving/save-drafts.ts';

/** Opens a reply under its post, a message in its chat, and a new post in the box `postKey`. Returns whether it opened elsewhere. */
export async function openKeptDraft(draft: KeptDraft, postKey: string): Promise<boolean> {
  const session = sessionNumber();
  const kind = draft.parentPost ? 'reply' : draft.conversationId ? 'chat' : undefined;
  const draftKey = kind ? draftKeyOf(draft, viewerIdNow() ?? '') : postKey;
  const isShown = () => linkedKey(draft._id) === draftKey;
  if (!isShown()) await keepBox(draftKey);
  if (kind) {
    const open = draftOpener(kind);
    if (!open) throw new Error(words.draftNotOpened);
    await open(draft);
  }
  // The box may have restored it when it opened.
  if (session === sessionNumber() && !isShown()) {
    await keepBox(draftKey);
    if (session === sessionNumber()) fillBox(draftKey, draft);
  }
  return kind !== undefined;
}

/** First makes the content of the box a draft of its own. Throws the reason if that is not possible. */
async function keepBox(draftKey: string): Promise<void> {
  if (hasUnreadyFile(draftKey)) throw new Error(words.boxFilesNotReady);
  await saveNow(draftKey);
  if (!isSaved(draftKey)) throw new Error(words.boxNotSaved);
}

/** Deletes a draft after five seconds, in which Undo brings it back. A box that shows it is emptied. */
export function deleteKeptDraft(draft: KeptDraft): void {
  const { _id: draftId } = draft;
  const draftKey = linkedKey(draftId);
  const session = sessionNumber();
  if (draftKey !== undefined) {
    dropLink(draftKey);
    emptyBox(draftKey);
  }
  showKept(draftId);
  const stop = keepChanging(queryClient, keptDraftsQuery.queryKey, (list) =>
    (list as KeptDraft[]).filter(({ _id }) => _id !== draftId),
  );
  const { answer, takeBack, ended } = sendLater(async (caller) =>
    caller(deleteDraft, { params: { draftId } }, { quiet: true }),
  );
  toast.undo(words.draftDeleted, takeBack, ended);
  answer
    .catch((error: unknown) => {
      if (isNothingFound(error) || session !== sessionNumber()) return;
      stop();
      showKept(draftId, draft);
      // The person may have written something else since.
      if (draftKey !== undefined && isEmpty(draftKey)) fillBox(draftKey, draft);
      if (!(error instanceof TakenBack)) toast.error(words.draftNotDeleted);
    })
    .finally(stop);
}
