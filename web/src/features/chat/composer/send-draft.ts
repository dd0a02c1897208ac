import * as words from '#words/chat';
import { trimText } from '@roost/contract/text/text';
import { isUnfit } from '../../compose/attachments/attachment.ts';
import { attachmentsOf } from '../../compose/attachments/attachments.ts';
import { changeDraft, draftOf } from '../../compose/drafts.ts';
import { canEnqueue } from '../../compose/outbox/outbox.ts';
import { enqueueMessage } from '../outbox/message-outbox.ts';

export const UNSENDABLE_PICTURE = words.aPictureCantBeSent;

interface To {
  viewerId: string;
  conversationId: string;
  receiverId: string;
}

/**
 * Moves the draft and its pictures to the outbox and clears the composer. Pictures may still upload. If the draft cannot
 * be sent, it stays in the composer and the function returns the error text.
 */
export function sendDraft(draftKey: string, to: To): string | undefined {
  const content = trimText(draftOf(draftKey).text);
  const { items } = attachmentsOf(draftKey);
  if (content === '' && items.length === 0) return undefined;
  // The author has signed out, or another tab has signed in as somebody else.
  if (!canEnqueue(to.viewerId)) return undefined;
  if (items.some(isUnfit)) return UNSENDABLE_PICTURE;
  changeDraft(draftKey, { text: '' });
  enqueueMessage({ ...to, content, files: draftKey });
  return undefined;
}
