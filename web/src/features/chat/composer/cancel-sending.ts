import { changeDraft, draftOf } from '../../compose/drafts.ts';
import { cancelItem } from '../../compose/outbox/outbox.ts';
import type { Queued } from '../outbox/message-outbox.ts';

/** Cancels a message while its pictures upload. Puts its text back into the composer, before the current draft. */
export function cancelSending({ clientId, content }: Queued, draftKey: string): void {
  cancelItem(clientId);
  const { text } = draftOf(draftKey);
  changeDraft(draftKey, { text: [content, text].filter((part) => part !== '').join('\n\n') });
}
